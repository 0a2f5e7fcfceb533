import { Button, Checkbox, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { draftThanks, Volunteer } from '#contract/volunteers/volunteers.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import type { DialogProps } from '#web/admin/shared/form-dialog.tsx';
import { MailFrame } from '#web/admin/shared/mail-frame.tsx';
import { notifyMailed } from '#web/admin/shared/notify-mailed.ts';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { errorMessage } from '#web/client/error-message.ts';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { Fields } from '#web/ui/form-layout.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

interface ThankModalProps extends DialogProps {
  id: Volunteer['id'];
}

/** Proposes thanks that name what was done, shows the email, and sends it. */
export function ThankModal({ id, opened, onClose }: ThankModalProps) {
  return (
    <Modal title="Thank by Email" opened={opened} onClose={onClose}>
      <Draft id={id} onClose={onClose} />
    </Modal>
  );
}

function Draft({ id, onClose }: Omit<ThankModalProps, 'opened'>) {
  // Not static: after a refusal, a colleague may just have thanked them.
  const draft = useEndpoint(endpoints.draftThanks, { params: { id } }, { gcTime: 0 });
  if (draft.isPending) return <ProgressRing />;
  if (draft.isError) {
    return (
      <ErrorNotice
        text={`The thanks could not be prepared. ${errorMessage(draft.error)}`}
        onRetry={() => void draft.refetch()}
      />
    );
  }
  return <ThankForm id={id} draft={draft.data} onClose={onClose} />;
}

interface ThankFormProps extends Omit<ThankModalProps, 'opened'> {
  draft: ResponseOf<typeof draftThanks>;
}

function ThankForm({ id, draft: { to, text, thankedAt }, onClose }: ThankFormProps) {
  const preview = useSend(endpoints.previewThanks, { changes: false });
  const queryClient = useQueryClient();
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.sendThanks,
    params: { id },
    initialValues: { text, isAgain: false },
    refusedField: 'text',
    check: ({ isAgain }) =>
      thankedAt !== null && !isAgain ? { isAgain: 'Say that this is what you want' } : {},
    async onDone() {
      await notifyMailed(queryClient, 'The thank-you', 'is on its way to the volunteer');
      onClose();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Fields>
        <DetailList rows={{ 'Goes to': to }} />
        <Textarea
          label="Text"
          autosize
          minRows={8}
          maxRows={18}
          aria-required="true"
          {...form.getInputProps('text')}
        />
        {thankedAt !== null && (
          <Checkbox
            label={`They were thanked on ${formatDate(thankedAt)}. Thank them again.`}
            {...form.getInputProps('isAgain', { type: 'checkbox' })}
          />
        )}
        {preview.data && <MailFrame title="The email" html={preview.data.html} />}
      </Fields>
      <ModalActions>
        <SubmitButtons action="Send" color="marigold" loading={form.submitting} onCancel={onClose}>
          <Button
            variant="default"
            loading={preview.isPending}
            onClick={() => preview.mutate({ params: { id }, body: { text: form.values.text } })}
          >
            Preview
          </Button>
        </SubmitButtons>
      </ModalActions>
    </form>
  );
}
