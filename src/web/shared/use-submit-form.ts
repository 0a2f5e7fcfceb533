import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react';
import '#web/ui/form-fields.css';

/** The part of a schema (zod's, by the Standard Schema agreement) that a form needs. */
interface Schema {
  '~standard': {
    validate(values: unknown): SchemaResult | Promise<SchemaResult>;
  };
}
interface SchemaResult {
  issues?:
    | ReadonlyArray<{
        message: string;
        /** zod's kind of issue. */
        code?: string;
        path?: ReadonlyArray<PropertyKey | { key: PropertyKey }> | undefined;
      }>
    | undefined;
}

interface SubmitFormOptions<Values> {
  initialValues: Values;
  /** Loads the rules: while the form is being filled in, so that they cost the first paint nothing. */
  schema?: () => Promise<Schema>;
  /** Rules that the schema does not know; the field's name to its message. */
  check?: (values: Values) => FormErrors;
  /** Sends the form; a rejection leaves everything as it was typed. */
  send: (values: Values) => Promise<unknown>;
}

/**
 * A form that is checked when it is submitted, sent once however often its button is pressed, and
 * that shows the server's messages under the fields as it does its own.
 */
export function useSubmitForm<Values extends Record<string, unknown>>({
  initialValues,
  schema,
  check,
  send,
}: SubmitFormOptions<Values>) {
  const form = useForm<Values>({ initialValues });
  // A state would change too late for the second half of a double click.
  const busy = useRef(false);

  // Rules that cannot be loaded are the server's to check.
  const loadRules = useEffectEvent(async () => schema?.().catch(() => undefined));
  useEffect(() => {
    const load = () => void loadRules();
    document.addEventListener('focusin', load, { once: true });
    return () => document.removeEventListener('focusin', load);
  }, []);

  async function submit() {
    const values = form.getValues();
    const errors = {
      ...(await schemaErrors(await schema?.().catch(() => undefined), values)),
      ...check?.(values),
    };
    // What is wrong with a field nobody can see (the honeypot) is for the server to say.
    if (showErrors(form, errors)) return;
    form.clearErrors();
    try {
      await send(values);
    } catch (error) {
      // What went wrong is told by the query client; here only which fields it was about.
      const fields = fieldsOf(error);
      if (fields) showErrors(form, fields);
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

async function schemaErrors(schema: Schema | undefined, values: Record<string, unknown>) {
  const errors: Record<string, string> = {};
  const result = await schema?.['~standard'].validate(values);
  for (const { path = [], message, code } of result?.issues ?? []) {
    const first = path[0];
    const name = String(typeof first === 'object' ? first.key : first);
    // An empty field that is refused is a missing one, whatever the schema calls it.
    // A comparison with another field ("custom") is about more than being empty.
    const missing = (values[name] === '' || values[name] === undefined) && code !== 'custom';
    errors[name] ??= missing ? 'Required' : message;
  }
  return errors;
}

/** Puts messages under their fields and the focus into the first; false when none has a field. */
function showErrors<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  errors: FormErrors,
): boolean {
  form.setErrors(errors);
  // The first one on the page, not the first one that was found.
  const fields = document.querySelectorAll<HTMLElement>('[data-path]');
  const first = [...fields].find(({ dataset }) => dataset.path && dataset.path in errors);
  first?.focus();
  return first !== undefined;
}

function fieldsOf(error: unknown): Record<string, string> | undefined {
  if (typeof error !== 'object' || error === null || !('data' in error)) return undefined;
  return (error.data as { fields?: Record<string, string> } | undefined)?.fields;
}
