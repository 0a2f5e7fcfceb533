import { Textarea, TextInput } from '@mantine/core';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { FileHeading } from '#web/admin/publishing/files/file-label.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { Fieldset } from '#web/ui/form-layout.tsx';

interface DescribeFileModalProps {
  file: StoredFile | null;
  /** Of a video. */
  still: StoredFile | undefined;
  onClose: () => void;
}

/** What a file shows, and who consented to its publication. */
export function DescribeFileModal({ file, still, onClose }: DescribeFileModalProps) {
  const shown = useLastValue(file);
  return (
    <Modal title="Describe File" opened={file !== null} onClose={onClose}>
      {shown && <FileHeading file={shown} still={still} />}
      {shown && <DescribeFileForm key={shown.id} file={shown} onClose={onClose} />}
    </Modal>
  );
}

function DescribeFileForm({ file, onClose }: { file: StoredFile; onClose: () => void }) {
  const { id, caption, alternativeText, consentBy, consentScope, consentUntil } = file;
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.updateFile,
    said: 'The description was saved',
    params: { id },
    initialValues: {
      caption,
      alternativeText,
      consentBy,
      consentScope,
      consentUntil: consentUntil ?? '',
    },
    onClose,
  });
  return (
    <form className="grid" noValidate onSubmit={onSubmit}>
      <Textarea
        label="Caption"
        description="Shown below the file."
        rows={2}
        data-autofocus
        {...form.getInputProps('caption')}
      />
      <Textarea
        label="Alternative text"
        description="What the file shows, for people who cannot see it."
        rows={2}
        {...form.getInputProps('alternativeText')}
      />
      <Fieldset legend="Consent">
        <TextInput label="Who agreed" {...form.getInputProps('consentBy')} />
        <TextInput
          label="To what"
          description="For example: photos on this website and in emails to donors."
          {...form.getInputProps('consentScope')}
        />
        <TextInput
          type="date"
          label="Until"
          description="Leave it empty if the consent has no end date."
          {...form.getInputProps('consentUntil')}
        />
      </Fieldset>
      <ModalActions>
        <SubmitButtons action="Save" loading={form.submitting} onCancel={onClose} />
      </ModalActions>
    </form>
  );
}
