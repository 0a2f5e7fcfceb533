import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { unansweredCalls } from '#web/admin/client/unanswered-calls.ts';
import { useKeptForm } from '#web/admin/shared/kept-forms.ts';
import { ApiError } from '#web/client/api-client.ts';
import { createIdempotencyKeys } from '#web/client/idempotency-keys.ts';
import { atFields, type LoadSchema, readBy, schemaErrors } from '#web/client/schema-errors.ts';
import { createSendOnce, submitterOf } from '#web/client/send-once.ts';
import '#web/admin/ui/form-fields.css';

/* What every form does when it is sent. */

export interface SubmitFormOptions<Values, Input> {
  initialValues: Values;
  /** What is sent, if it differs from what was typed: a typed amount becomes cents. Keeps the names of the fields. */
  toInput?: (values: Values) => Input;
  /**
   * Loads the contract's schema of what is sent, while the person fills in the form, so that it does not delay
   * the first paint.
   */
  schema?: LoadSchema;
  /** Rules that the schema does not know. Returns messages by field name. */
  check?: (values: Values) => FormErrors;
  /** The field that shows a refusal that names no field. */
  refusedField?: keyof Values & string;
  /**
   * Sends the form; a rejection keeps everything as it was typed. The key stays the same for the same content
   * until a response arrives, for calls that must not be booked twice.
   */
  send: (input: Input, idempotencyKey: string) => Promise<unknown>;
  /** The call that it makes, and what it is about: the same words about something else are another call. */
  about?: unknown;
}

/**
 * Every form: validated on submit, sent once no matter how often its button is pressed, with the server's
 * messages under the fields like its own, and with what was typed after a session has ended in between.
 */
export function useSubmitForm<Values extends Record<string, unknown>, Input = Values>({
  initialValues,
  toInput = (values) => values as unknown as Input,
  schema,
  check,
  refusedField,
  send,
  about,
}: SubmitFormOptions<Values, Input>) {
  const form = useForm<Values>({ initialValues });
  useKeptForm(form);
  const [own] = useState(createIdempotencyKeys);
  const keys = about === undefined ? own : unansweredCalls;
  const [sendOnce] = useState(() => createSendOnce(() => form.getValues()));

  // If the rules cannot be loaded, the server checks them.
  const loadRules = useEffectEvent(async () => schema?.().catch(() => undefined));
  useEffect(() => {
    const load = () => void loadRules();
    document.addEventListener('focusin', load, { once: true });
    return () => document.removeEventListener('focusin', load);
  }, []);

  /** Whether it was sent and accepted. */
  async function submit(): Promise<boolean> {
    const values = form.getValues();
    const input = toInput(values);
    const rules = await schema?.().catch(() => undefined);
    const errors = { ...(await schemaErrors(rules, input, values)), ...check?.(values) };
    if (showErrors(form, errors)) return false;
    form.clearErrors();
    const call = [about, await readBy(rules, input)];
    try {
      await send(input, keys.keyFor(call));
      keys.renew(call);
      return true;
    } catch (error) {
      // The query client says what went wrong; this only marks the fields.
      if (!(error instanceof ApiError) || !error.data) return false;
      const isRefused = error.status === 409;
      // The server repeats its refusal to the same key, so the next try gets a new one. After a failure of the
      // server, or without a response, the next try repeats this call. So does one after signing in again.
      if (error.status < 500 && error.status !== 401) keys.renew(call);
      const { fields, message } = error.data;
      if (fields) showErrors(form, fields);
      else if (isRefused && refusedField) showErrors(form, { [refusedField]: message });
      return false;
    }
  }

  return {
    form,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void sendOnce(async () => {
        form.setSubmitting(true);
        return submit().finally(() => form.setSubmitting(false));
      }, submitterOf(event));
    },
  };
}

/** Shows messages under their fields and focuses the first field; false if no message has a field. */
function showErrors<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  errors: FormErrors,
): boolean {
  // The first one on the page, not the first one in the list.
  const fields = [...document.querySelectorAll<HTMLElement>('[data-path]')];
  const placed = atFields(errors, new Set(fields.map(({ dataset }) => dataset.path ?? '')));
  form.setErrors(placed);
  const first = fields.find(({ dataset }) => dataset.path && dataset.path in placed);
  first?.focus();
  return first !== undefined;
}
