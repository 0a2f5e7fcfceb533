import { type FormErrors, useForm } from '@mantine/form';
import { useRef } from 'react';
import { unansweredCalls } from '#web/admin/client/unanswered-calls.ts';
import { useKeptForm } from '#web/admin/shared/kept-forms.ts';
import { useTypedForm } from '#web/admin/ui/typed-forms.ts';
import { ApiError } from '#web/client/api-client.ts';
import { atFields } from '#web/client/schema-errors.ts';
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
  const sent = useRef<string>(null);
  // What is on its way is not lost by leaving.
  useTypedForm(
    () => !form.submitting && form.isDirty() && JSON.stringify(form.getValues()) !== sent.current,
  );
  function showErrors(errors: FormErrors): boolean {
    // The first one on the page, not the first one in the list.
    const fields = [...document.querySelectorAll<HTMLElement>('[data-path]')];
    const placed = atFields(errors, new Set(fields.map(({ dataset }) => dataset.path ?? '')));
    form.setErrors(placed);
    const first = fields.find(({ dataset }) => dataset.path && dataset.path in placed);
    first?.focus();
    return first !== undefined;
  }
  const onSubmit = useCheckedForm<Values, Input, FormErrors>({
    ...rules,
    read: () => form.getValues(),
    toInput,
    about,
    ...(about !== undefined && { keys: unansweredCalls }),
    setSending: form.setSubmitting,
    showErrors,
    async send(input, idempotencyKey) {
      form.clearErrors();
      const values = JSON.stringify(form.getValues());
      await send(input, idempotencyKey);
      sent.current = values;
    },
    // The query client says what went wrong; this only marks the fields.
    onRefused(error) {
      if (!refusedField || !(error instanceof ApiError) || error.status !== 409) return;
      const { fields, message } = error.data ?? {};
      if (!fields && message !== undefined) showErrors({ [refusedField]: message });
    },
  });
  return { form, onSubmit };
}
