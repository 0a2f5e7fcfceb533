import { Checkbox } from '@mantine/core';
import { fileCopyPath } from '#contract/publishing/file-paths.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { FileHeading } from '#web/admin/publishing/files/file-label.tsx';
import type { Part } from '#web/admin/publishing/files/redacted-part.ts';
import { RedactionSheet } from '#web/admin/publishing/files/redaction-sheet.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';

interface RedactFileModalProps {
  file: StoredFile | null;
  onClose: () => void;
}

/** Blacks out the private parts of a receipt, page by page, before publication. */
export function RedactFileModal({ file, onClose }: RedactFileModalProps) {
  const shown = useLastValue(file);
  return (
    <Modal title="Black Out" opened={file !== null} onClose={onClose}>
      {shown && <FileHeading file={shown} />}
      {shown && <RedactFileForm key={shown.id} file={shown} onClose={onClose} />}
    </Modal>
  );
}

function RedactFileForm({ file, onClose }: { file: StoredFile; onClose: () => void }) {
  const pages = file.copies.filter(({ role }) => role === 'page');
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.redactFile,
    said: 'Saved',
    params: { id: file.id },
    initialValues: {
      parts: (file.redactions ?? []).map((part, index): Part => ({ ...part, number: index + 1 })),
      isNothing: file.redactions?.length === 0,
    },
    toBody({ parts }) {
      const redactions = parts.map(({ number: _, ...part }) => part);
      return redactions.length > 0 ? { redactions } : { nothingToBlackOut: true };
    },
    onClose,
  });
  const { parts, isNothing } = form.values;
  const setParts = (change: (all: Part[]) => Part[]) =>
    form.setFieldValue('parts', (all) => change(all as Part[]));
  return (
    <form noValidate onSubmit={onSubmit}>
      <p>
        Draw over names, addresses, card numbers, and other private details. They are permanently
        black in the public copy; you keep the original.
      </p>
      {pages.map(({ key, page }) => (
        <RedactionSheet
          key={key}
          page={page}
          pictureUrl={fileCopyPath(file.id, key)}
          parts={parts.filter((part) => part.page === page)}
          onAdd={(part) => {
            const number = 1 + Math.max(0, ...parts.map((one) => one.number));
            setParts((all) => [...all, { ...part, page, number }]);
            form.setFieldValue('isNothing', false);
          }}
          onChange={(changed) =>
            setParts((all) => all.map((one) => (one.number === changed.number ? changed : one)))
          }
          onRemove={(number) => setParts((all) => all.filter((one) => one.number !== number))}
        />
      ))}
      <Checkbox
        className="above-4"
        label="There is nothing to black out on this receipt"
        checked={isNothing}
        disabled={parts.length > 0}
        onChange={(event) => form.setFieldValue('isNothing', event.currentTarget.checked)}
      />
      <ModalActions>
        <SubmitButtons
          action="Make Public Copy"
          disabled={parts.length === 0 && !isNothing}
          loading={form.submitting}
          onCancel={onClose}
        />
      </ModalActions>
    </form>
  );
}
