import { type FormEvent, type RefObject, useRef, useState } from 'react';
import type { FormState } from '#contract/documents.ts';
import type { FormFields } from '#contract/form-fields.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { notifyError } from '#web/client/notices.ts';
import { atFields } from '#web/client/schema-errors.ts';
import { type FormRules, useCheckedForm } from '#web/shared/use-checked-form.ts';

interface SiteFormOptions<Input> extends FormRules<FormFields, Input, Record<string, string>> {
  /** What the server drew. */
  state: FormState;
  /** What is sent, from the fields. It keeps their names. */
  read: (fields: FormFields) => Input;
}

/** A form of a public page, for `Form`. */
export interface SiteForm {
  ref: RefObject<HTMLFormElement | null>;
  state: FormState;
  isSending: boolean;
  /** Takes away what was wrong with a field. */
  clearError: (name: string) => void;
  onSubmit: (event: FormEvent) => void;
}

/** What script adds to a form of a public page: the page stays, with messages under the fields. */
export function useSiteForm<Input>({ state, read, ...rules }: SiteFormOptions<Input>): SiteForm {
  const ref = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState(state);
  const [isSending, setSending] = useState(false);
  const onSubmit = useCheckedForm({
    ...rules,
    read: () => (ref.current === null ? {} : fieldsOf(ref.current)),
    toInput: read,
    setSending,
    showErrors(refused: Record<string, string>) {
      const fields = [...(ref.current?.elements ?? [])];
      const names = new Set(fields.map((field) => field.getAttribute('name') ?? ''));
      const errors = atFields(refused, names);
      setShown((before) => ({ ...before, message: null, errors }));
      const first = fields.find((field) => (field.getAttribute('name') ?? '') in errors);
      if (first instanceof HTMLElement) {
        // What is folded away takes no focus.
        first.closest('details')?.setAttribute('open', '');
        first.focus();
      }
      return first !== undefined;
    },
    onRefused(error) {
      const message = errorMessage(error);
      notifyError(message, () => setShown((before) => ({ ...before, message })));
    },
  });
  return {
    ref,
    state: shown,
    isSending,
    clearError: (name) =>
      setShown((before) => {
        if (!(name in before.errors)) return before;
        const { [name]: _, ...errors } = before.errors;
        return { ...before, errors };
      }),
    onSubmit,
  };
}

/** What is typed in a form, as a browser without script would send it. */
export function fieldsOf(form: HTMLFormElement): FormFields {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') fields[name] = value;
  }
  return fields;
}
