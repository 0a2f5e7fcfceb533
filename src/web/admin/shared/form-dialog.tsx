import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointForm, useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { Modal, type ModalProps } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { QuestionForm } from '#web/admin/ui/question-form.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { Fields } from '#web/ui/form-layout.tsx';

/** What opens and closes a dialog. */
export type DialogProps = Pick<ModalProps, 'opened' | 'onClose'>;

type DialogForm<E extends Endpoint, Values extends Record<string, unknown>> = EndpointForm<
  E,
  Values
> & {
  onClose: () => void;
  /** A sentence that says what will happen: for a question, to which the fields only add. */
  text?: ReactNode;
  /** The button's label, which says what it does: "Delete", never "OK". */
  action: string;
  /** What the question asks can be taken back at any time, so it does not look like danger. */
  isHarmless?: boolean;
  /** The fields. */
  children: (form: UseFormReturnType<Values>) => ReactNode;
};

export type FormDialogProps<
  E extends Endpoint,
  Values extends Record<string, unknown>,
> = DialogForm<E, Values> & Pick<ModalProps, 'title' | 'opened' | 'size'>;

/**
 * A dialog with a form that calls an endpoint. Each opening starts with an empty form; it closes once the call is done, or
 * calls `onDone` instead.
 */
export function FormDialog<E extends Endpoint, Values extends Record<string, unknown>>({
  title,
  opened,
  size,
  ...form
}: FormDialogProps<E, Values>) {
  const { text, params, onClose } = form;
  return (
    <Modal
      title={title}
      opened={opened}
      onClose={onClose}
      size={size ?? (text === undefined ? 'wide' : 'narrow')}
    >
      <DialogForm
        key={JSON.stringify([title, params])}
        described={form as unknown as DialogForm<E, Values>}
      />
    </Modal>
  );
}

function DialogForm<E extends Endpoint, Values extends Record<string, unknown>>({
  described,
}: {
  described: DialogForm<E, Values>;
}) {
  const { text, action, isHarmless = false, onClose, children } = described;
  const { form, onSubmit } = useEndpointForm<E, Values>(described);
  const fields = children(form);
  if (text !== undefined) {
    const question = { text, action, isHarmless, onClose, onSubmit };
    return (
      <QuestionForm {...question} loading={form.submitting}>
        {fields}
      </QuestionForm>
    );
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Fields>{fields}</Fields>
      <ModalActions>
        <SubmitButtons action={action} loading={form.submitting} onCancel={onClose} />
      </ModalActions>
    </form>
  );
}
