import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react';
import { ApiError } from '#web/client/api-client.ts';
import { useIdempotencyKey } from '#web/client/use-idempotency-key.ts';
import { useKeptForm } from '#web/shared/kept-forms.ts';
import '#web/ui/form-fields.css';

/** The part of a schema (zod's, by the Standard Schema convention) that a form needs. */
interface Schema {
  '~standard': {
    validate(values: unknown): SchemaResult | Promise<SchemaResult>;
  };
}
interface SchemaResult {
  issues?:
    | ReadonlyArray<{
        message: string;
        /** The code of zod's issue. */
        code?: string;
        path?: ReadonlyArray<PropertyKey | { key: PropertyKey }> | undefined;
      }>
    | undefined;
}
export type LoadSchema = () => Promise<Schema>;

interface SubmitFormOptions<Values, Input> {
  initialValues: Values;
  /** What is sent, if it differs from what was typed: dollars become cents. Keeps the names of the fields. */
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
}: SubmitFormOptions<Values, Input>) {
  const form = useForm<Values>({ initialValues });
  useKeptForm(form);
  const idempotency = useIdempotencyKey();
  // React state would change too late for the second click of a double-click.
  const busy = useRef(false);

  // If the rules cannot be loaded, the server checks them.
  const loadRules = useEffectEvent(async () => schema?.().catch(() => undefined));
  useEffect(() => {
    const load = () => void loadRules();
    document.addEventListener('focusin', load, { once: true });
    return () => document.removeEventListener('focusin', load);
  }, []);

  async function submit() {
    const values = form.getValues();
    const input = toInput(values);
    const rules = await schema?.().catch(() => undefined);
    const errors = { ...(await schemaErrors(rules, input, values)), ...check?.(values) };
    if (showErrors(form, errors)) return;
    form.clearErrors();
    try {
      await send(input, idempotency.keyFor(input));
      idempotency.renew();
    } catch (error) {
      // The query client says what went wrong; this only marks the fields.
      if (!(error instanceof ApiError) || !error.data) return;
      const isRefused = error.status === 409;
      // The server repeats its refusal to the same key, so the next try gets a new one. After a failure of the
      // server, or without a response, the next try repeats this call.
      if (error.status < 500) idempotency.renew();
      const { fields, message } = error.data;
      if (fields) showErrors(form, fields);
      else if (isRefused && refusedField) showErrors(form, { [refusedField]: message });
    }
  }

  return {
    form,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (busy.current) return;
      busy.current = true;
      form.setSubmitting(true);
      void submit().finally(() => {
        busy.current = false;
        form.setSubmitting(false);
      });
    },
  };
}

async function schemaErrors(
  schema: Schema | undefined,
  input: unknown,
  values: Record<string, unknown>,
) {
  const errors: Record<string, string> = {};
  const result = await schema?.['~standard'].validate(input);
  for (const { path = [], message, code } of result?.issues ?? []) {
    const first = path[0];
    const name = String(typeof first === 'object' ? first.key : first);
    // A refused empty field is a missing one, whatever the schema calls it.
    // A comparison with another field ("custom") is not about being empty.
    const missing = (values[name] === '' || values[name] === undefined) && code !== 'custom';
    errors[name] ??= missing ? 'Required' : message;
  }
  return errors;
}

/** Shows messages under their fields and focuses the first field; false if no message has a field. */
function showErrors<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  errors: FormErrors,
): boolean {
  form.setErrors(errors);
  // The first one on the page, not the first one in the list.
  const fields = document.querySelectorAll<HTMLElement>('[data-path]');
  const first = [...fields].find(({ dataset }) => dataset.path && dataset.path in errors);
  first?.focus();
  return first !== undefined;
}
