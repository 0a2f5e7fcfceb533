import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FormState } from '#contract/documents.ts';
import type { FormFields } from '#contract/form-fields.ts';
import { ApiError, errorMessage } from '#web/client/api-client.ts';
import { createIdempotencyKeys } from '#web/client/idempotency-keys.ts';
import { notifyError } from '#web/client/notices.ts';
import { atFields, type LoadSchema, readBy, schemaErrors } from '#web/client/schema-errors.ts';
import { createSendOnce, submitterOf } from '#web/client/send-once.ts';

interface SiteFormOptions<Input> {
  /** What the server drew. */
  state: FormState;
  /** What is sent, from the fields. It keeps their names. */
  read: (fields: FormFields) => Input;
  schema?: LoadSchema;
  /** Rules that the schema does not know. Returns messages by field name. */
  check?: (fields: FormFields) => Record<string, string>;
  /**
   * Sends the form; a rejection keeps everything as it was typed. The key stays the same for the same content
   * until a response arrives, for calls that must not be booked twice.
   */
  send: (input: Input, idempotencyKey: string) => Promise<unknown>;
}

/** A form of a public page, for `Form`. */
export interface SiteForm {
  ref: RefObject<HTMLFormElement | null>;
  state: FormState;
  isSending: boolean;
  /** Takes away what was wrong with a field that something else than typing has filled in. */
  clearError: (name: string) => void;
  onSubmit: (event: FormEvent) => void;
}

/**
 * What script adds to a form of a public page: it is checked before it is sent, sent once no matter how often its button
 * is pressed, and the page stays, with messages under the fields.
 */
export function useSiteForm<Input>({
  state,
  read,
  schema,
  check,
  send,
}: SiteFormOptions<Input>): SiteForm {
  const ref = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState(state);
  const [isSending, setSending] = useState(false);
  const [idempotency] = useState(createIdempotencyKeys);
  const [sendOnce] = useState(() =>
    createSendOnce(() => (ref.current === null ? {} : fieldsOf(ref.current))),
  );

  // If the rules cannot be loaded, the server checks them.
  const loadRules = useEffectEvent(async () => schema?.().catch(() => undefined));
  useEffect(() => {
    const load = () => void loadRules();
    document.addEventListener('focusin', load, { once: true });
    return () => document.removeEventListener('focusin', load);
  }, []);

  function showErrors(refused: Record<string, string>) {
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
  }

  /** Whether it was sent and accepted. */
  async function submit(form: HTMLFormElement): Promise<boolean> {
    const fields = fieldsOf(form);
    const input = read(fields);
    const rules = await schema?.().catch(() => undefined);
    const errors = { ...(await schemaErrors(rules, input, fields)), ...check?.(fields) };
    if (showErrors(errors)) return false;
    const call = await readBy(rules, input);
    try {
      await send(input, idempotency.keyFor(call));
      idempotency.renew(call);
      return true;
    } catch (error) {
      const message = errorMessage(error);
      notifyError(message, () => setShown((before) => ({ ...before, message })));
      if (!(error instanceof ApiError)) return false;
      // The server repeats its refusal to the same key, so the next try gets a new one. After a failure of the
      // server, or without a response, the next try repeats this call.
      if (error.status > 0 && error.status < 500) idempotency.renew(call);
      if (error.data?.fields) showErrors(error.data.fields);
      return false;
    }
  }

  return {
    ref,
    state: shown,
    isSending,
    clearError: (name) =>
      setShown((before) => {
        const { [name]: _, ...errors } = before.errors;
        return { ...before, errors };
      }),
    onSubmit: (event) => {
      event.preventDefault();
      const form = ref.current;
      if (form === null) return;
      void sendOnce(async () => {
        setSending(true);
        return submit(form).finally(() => setSending(false));
      }, submitterOf(event));
    },
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
