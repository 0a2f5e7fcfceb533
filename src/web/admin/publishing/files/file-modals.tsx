import type { FileId } from '#contract/ids.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { DescribeFileModal } from '#web/admin/publishing/files/describe-file-modal.tsx';
import { fileName } from '#web/admin/publishing/files/file-words.ts';
import { RedactFileModal } from '#web/admin/publishing/files/redact-file-modal.tsx';
import { StillPictureModal } from '#web/admin/publishing/files/still-picture-modal.tsx';
import { useMayChange, useMayPublish } from '#web/admin/publishing/files/use-may-change.ts';
import { DeleteModal } from '#web/admin/shared/delete-modal.tsx';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';

interface FileModalsProps {
  files: StoredFile[];
  onStill: (picture: Blob, videoId: FileId) => void;
}

/** The dialogs for a file. */
export function FileModals({ files, onStill }: FileModalsProps) {
  const describe = useModal('describe');
  const redact = useModal('redact');
  const still = useModal('still');
  const withdraw = useModal('withdraw');
  const remove = useModal('delete-file');
  const deleteFile = useSend(endpoints.deleteFile, { said: 'The file was deleted' });
  const mayChange = useMayChange();
  const mayPublish = useMayPublish();
  const find = (id: string | null) => files.find((file) => file.id === id) ?? null;
  const findChangeable = (id: string | null) => {
    const file = find(id);
    return file && mayChange(file) ? file : null;
  };
  const stillFor = (id: string | null) =>
    files.find(({ stillOf }) => id !== null && stillOf === id);
  const withdrawn = find(withdraw.value);
  const withdrawable = withdrawn && mayPublish(withdrawn) ? withdrawn : null;
  const removed = useLastValue(findChangeable(remove.value));
  return (
    <>
      <DescribeFileModal
        file={findChangeable(describe.value)}
        still={stillFor(describe.value)}
        onClose={describe.close}
      />
      <RedactFileModal file={findChangeable(redact.value)} onClose={redact.close} />
      <StillPictureModal
        file={findChangeable(still.value)}
        onClose={still.close}
        onTaken={onStill}
      />
      <WithdrawConsentModal file={withdrawable} onClose={withdraw.close} />
      <DeleteModal
        title="Delete File"
        text={
          removed &&
          `“${fileName(removed)}” and all its copies are deleted, and it disappears from every page. You cannot undo this. Emails that have left already keep it.`
        }
        opened={findChangeable(remove.value) !== null}
        onClose={remove.close}
        onConfirm={async () => {
          const id = readId<FileId>(remove.value);
          if (id) await deleteFile.mutateAsync({ params: { id } });
        }}
      />
    </>
  );
}

/** Withdraws the consent to publish a file, which removes it from every page immediately. */
function WithdrawConsentModal({ file, onClose }: { file: StoredFile | null; onClose: () => void }) {
  const shown = useLastValue(file);
  if (shown === null) return null;
  return (
    <ReasonModal
      title="Withdraw Consent"
      text={`“${fileName(shown)}” disappears from every page immediately. Emails that have left already keep it.`}
      action="Withdraw"
      hint="Who withdrew it, and when. Kept in the audit trail."
      to={endpoints.withdrawConsent}
      said="The consent is withdrawn"
      params={{ id: shown.id }}
      opened={file !== null}
      onClose={onClose}
    />
  );
}
