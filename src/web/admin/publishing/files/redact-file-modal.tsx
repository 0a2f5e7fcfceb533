import { Button, Checkbox } from '@mantine/core';
import { useRef, useState } from 'react';
import { fileCopyPath } from '#contract/publishing/file-paths.ts';
import type { Redaction, File as StoredFile } from '#contract/publishing/files.ts';
import { useRedactFile } from '#web/admin/queries/uploads.ts';
import { RedactPageForm } from '#web/admin/publishing/files/redaction-sheet.tsx';
import adminClasses from '#web/styles/admin.module.css';
import classes from '#web/styles/files.module.css';
import { Dialog } from '#web/ui/modal.tsx';
import { useLastValue } from '#web/ui/use-last-value.ts';

/** A part with a number, which stays its own while parts before it go. */
export type Part = Redaction & { number: number };

interface RedactFileModalProps {
  file: StoredFile | null;
  onClose: () => void;
}

/** Blacks out the private parts of a receipt, page by page, before it is published. */
export function RedactFileModal({ file, onClose }: RedactFileModalProps) {
  const shown = useLastValue(file);
  return (
    <Dialog title="Black Out" opened={file !== null} onClose={onClose}>
      {shown && <RedactFileForm key={shown.id} file={shown} onDone={onClose} />}
    </Dialog>
  );
}

function RedactFileForm({ file, onDone }: { file: StoredFile; onDone: () => void }) {
  const redact = useRedactFile(file);
  const count = useRef(file.redactions?.length ?? 0);
  const [parts, setParts] = useState<Part[]>(
    () => file.redactions?.map((part, index) => ({ ...part, number: index + 1 })) ?? [],
  );
  const [isNothing, setIsNothing] = useState(file.redactions?.length === 0);
  const pages = file.copies.filter(({ role }) => role === 'page');
  return (
    <>
      <p>
        Draw over names, addresses, card numbers and whatever else is nobody's business. The public
        copy has these parts black for good; the original stays with you.
      </p>
      {pages.map(({ key, page }) => (
        <RedactPageForm
          key={key}
          page={page}
          pictureUrl={fileCopyPath(file.id, key)}
          parts={parts.filter((part) => part.page === page)}
          onAdd={(part) => {
            count.current += 1;
            const added = { ...part, page, number: count.current };
            setParts((all) => [...all, added]);
            setIsNothing(false);
          }}
          onChange={(changed) =>
            setParts((all) => all.map((one) => (one.number === changed.number ? changed : one)))
          }
          onRemove={(number) => setParts((all) => all.filter((one) => one.number !== number))}
        />
      ))}
      <Checkbox
        className={classes.nothing ?? ''}
        label="There is nothing to black out on this receipt"
        checked={isNothing}
        disabled={parts.length > 0}
        onChange={(event) => setIsNothing(event.currentTarget.checked)}
      />
      <div className={adminClasses.modalActions}>
        <Button
          disabled={parts.length === 0 && !isNothing}
          loading={redact.isPending}
          onClick={() =>
            redact.mutate(
              parts.map(({ number: _, ...part }) => part),
              { onSuccess: onDone },
            )
          }
        >
          Make the public copy
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </>
  );
}
