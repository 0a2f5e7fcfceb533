import type { Endpoint } from '#contract/endpoint.ts';
import {
  type DialogProps,
  FormDialog,
  type FormDialogProps,
} from '#web/admin/shared/form-dialog.tsx';
import { ReasonField } from '#web/admin/shared/reason-field.tsx';
import type { EndpointForm } from '#web/admin/shared/use-endpoint-form.ts';

type Reason = { reason: string };

type ReasonModalProps<E extends Endpoint> = DialogProps &
  Omit<EndpointForm<E, Reason>, 'initialValues'> & {
    title: string;
    /** A sentence that says what will happen. */
    text: string;
    action: string;
    /** Who can read the reason. */
    hint: string;
  };

/** Asks for a reason before an action. */
export function ReasonModal<E extends Endpoint>({ hint, ...question }: ReasonModalProps<E>) {
  // Only who calls it knows the endpoint.
  const described = question as unknown as Omit<FormDialogProps<Endpoint, Reason>, 'children'>;
  return (
    <FormDialog {...described} initialValues={{ reason: '' }}>
      {(form) => (
        <ReasonField description={hint} data-autofocus {...form.getInputProps('reason')} />
      )}
    </FormDialog>
  );
}
