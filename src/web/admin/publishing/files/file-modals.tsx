import type { FileId, NominationId } from '#contract/ids.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import { DescribeFileModal } from '#web/admin/publishing/files/describe-file-modal.tsx';
import { RedactFileModal } from '#web/admin/publishing/files/redact-file-modal.tsx';
import { StillPictureModal } from '#web/admin/publishing/files/still-picture-modal.tsx';
import { WithdrawConsentModal } from '#web/admin/publishing/files/withdraw-consent-modal.tsx';
import { useFileAction } from '#web/admin/queries/files.ts';
import { DeleteModal } from '#web/admin/shared/delete-modal.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';

interface FileModalsProps {
  nominationId: NominationId;
  files: StoredFile[];
  onStill: (picture: Blob, videoId: FileId) => void;
}

/** The dialogs for a file. */
export function FileModals({ nominationId, files, onStill }: FileModalsProps) {
  const describe = useModal('describe');
  const redact = useModal('redact');
  const still = useModal('still');
  const withdraw = useModal('withdraw');
  const remove = useModal('delete-file');
  const action = useFileAction(nominationId);
  const find = (id: string | null) => files.find((file) => file.id === id) ?? null;
  return (
    <>
      <DescribeFileModal file={find(describe.value)} onClose={describe.close} />
      <RedactFileModal file={find(redact.value)} onClose={redact.close} />
      <StillPictureModal file={find(still.value)} onClose={still.close} onTaken={onStill} />
      <WithdrawConsentModal file={find(withdraw.value)} onClose={withdraw.close} />
      <DeleteModal
        title="Delete File"
        text="The file and all its copies will be deleted, and it disappears from every page."
        opened={find(remove.value) !== null}
        onClose={remove.close}
        onConfirm={async () => {
          const id = readId<FileId>(remove.value);
          if (id) await action.mutateAsync({ id, action: 'delete' });
        }}
      />
    </>
  );
}
