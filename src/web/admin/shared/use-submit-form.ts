import { type FormErrors, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useRef } from 'react';
import { failureMessage } from '#web/admin/client/failure-message.ts';
import { unansweredCalls } from '#web/admin/client/unanswered-calls.ts';
import { useKeptForm } from '#web/admin/shared/kept-forms.ts';
import { useTypedForm } from '#web/admin/ui/typed-forms.ts';
import { ApiError } from '#web/client/api-client.ts';
import { notifyError } from '#web/client/notices.ts';
import { atFields } from '#web/client/schema-errors.ts';
import { isSame } from '#web/client/send-once.ts';
import { type FormRules, useCheckedForm } from '#web/shared/use-checked-form.ts';
import '#web/admin/ui/form-fields.css';

export interface SubmitFormOptions<Values, Input> extends FormRules<Values, Input, FormErrors> {
  initialValues: Values;
  /** What is sent, if it differs from what was typed: a typed amount becomes cents. Keeps the names of the fields. */
  toInput?: (values: Values) => Input;
  /** How long what is typed in each field can be, without places in lists: `limits` of an endpoint. */
  limits?: Record<string, number> | undefined;
  /** The field that shows a refusal that names no field. */
  refusedField?: keyof Values & string;
  /** It stays open and is emptied for the next, unless something else is typed by then; a function is called, too. */
  startsAnew?: true | (() => void);
  /** The call that it makes, and what it is about: the same words about something else are another call. */
  about?: unknown;
}

/** A form of the admin area, with what was typed after a session has ended in between. */
export function useSubmitForm<Values extends Record<string, unknown>, Input = Values>({
  initialValues,
  toInput = (values) => values as unknown as Input,
  refusedField,
  send,
  about,
  startsAnew,
  limits = {},
  ...rules
}: SubmitFormOptions<Values, Input>) {
  const form = useForm<Values>({
    initialValues,
    enhanceGetInputProps({ field }) {
      const maxLength = limits[String(field).replaceAll(/\.\d+/g, '')];
      return maxLength === undefined ? {} : { maxLength };
    },
  });
  useKeptForm(form);
  useEnterWhileBusy(form.submitting);
  /** As it was sent last: others of the page have fields of the same names. */
  const element = useRef<Element>(null);
  const sent = useRef<string>(null);
  /** What failed while something else was typed already, for when that is sent. */
  const failed = useRef<{ values: Values; error: unknown }[]>([]);
  const textOf = () => JSON.stringify(form.getValues());
  // What is on its way is not lost by leaving.
  useTypedForm(() => (form.isDirty() && textOf() !== sent.current) || failed.current.length > 0);
  function showErrors(errors: FormErrors): boolean {
    // The first one on the page, not the first one in the list.
    const place = element.current ?? document;
    const fields = [...place.querySelectorAll<HTMLElement>('[data-path]')];
    const placed = atFields(errors, new Set(fields.map(({ dataset }) => dataset.path ?? '')));
    form.setErrors(placed);
    const first = fields.find(({ dataset }) => dataset.path && dataset.path in placed);
    first?.focus();
    if (first) sent.current = null;
    return first !== undefined;
  }
  const submit = useCheckedForm<Values, Input, FormErrors>({
    ...rules,
    read: () => form.getValues(),
    toInput,
    about,
    ...(about !== undefined && { keys: unansweredCalls }),
    setSending: form.setSubmitting,
    showErrors,
    startAnew: startsAnew && startAnew,
    async send(input, idempotencyKey, values) {
      form.clearErrors();
      await send(input, idempotencyKey, values);
      if (!(startsAnew || isSame(form.getValues(), values)))
        notifyError('Sent without what you have changed since.');
    },
    // The query client says what went wrong; this only marks the fields.
    onRefused(error, values) {
      sent.current = null;
      if (startsAnew && !isSame(form.getValues(), values)) {
        return void failed.current.push({ values, error });
      }
      if (!refusedField || !(error instanceof ApiError) || error.status !== 409) return;
      const { fields, message } = error.data ?? {};
      if (!fields && message !== undefined) showErrors({ [refusedField]: message });
    },
  });
  function startAnew() {
    form.reset();
    const next = failed.current.shift();
    if (next) {
      form.setValues(next.values);
      notifyError(failureMessage(next.error));
    }
    if (typeof startsAnew === 'function') startsAnew();
  }
  function onSubmit(event: FormEvent) {
    element.current = event.currentTarget;
    if (startsAnew || !form.submitting) sent.current = textOf();
    submit(event);
  }
  return { form, onSubmit };
}

/** A busy button is disabled, and with it Enter: the form is to decide what becomes of what is typed by then. */
function useEnterWhileBusy(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return;
    const onKey = ({ key, target, isComposing, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Enter' || isComposing || defaultPrevented) return;
      const form = target instanceof HTMLInputElement ? target.form : null;
      const button = form?.querySelector<HTMLButtonElement>('[type=submit]');
      if (button?.matches('[data-loading]:disabled')) form?.requestSubmit(button);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isBusy]);
}
