import { FileInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { importFileDays, maxImportBytes } from '#core/imports/imports.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { errorMessage } from '#web/client/error-message.ts';
import { Fields } from '#web/ui/form-layout.tsx';

/** Uploads a file, and goes on to its page. */
export function UploadModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal title="Upload a File" opened={opened} onClose={onClose}>
      <UploadForm onClose={onClose} />
    </Modal>
  );
}

function UploadForm({ onClose }: { onClose: () => void }) {
  const upload = useSend(endpoints.uploadImport, { said: 'The file was uploaded' });
  const navigate = useNavigate();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { file: null as File | null },
    check: ({ file }) => (file ? {} : { file: 'Choose a file' }),
    async send({ file }) {
      if (!file) return;
      try {
        const { id } = await upload.mutateAsync({
          query: { fileName: file.name },
          content: file,
        });
        await navigate(paths.import(id));
      } catch (error) {
        form.setFieldError('file', errorMessage(error));
        throw error;
      }
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Fields>
        <FileInput
          size="md"
          label="File"
          description={`CSV, up to ${maxImportBytes / 1024 / 1024} MB and 100,000 lines. It is deleted once it is imported, or after ${importFileDays} days.`}
          placeholder="Choose a file"
          accept={['csv', 'tsv', 'txt'].map((ending) => `.${ending}`).join(',')}
          {...form.getInputProps('file')}
        />
      </Fields>
      <ModalActions>
        <SubmitButtons action="Upload" loading={form.submitting} onCancel={onClose} />
      </ModalActions>
    </form>
  );
}
