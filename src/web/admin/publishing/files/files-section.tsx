import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import type { FileKind, File as StoredFile } from '#contract/publishing/files.ts';
import { DescribeFileModal } from '#web/admin/publishing/files/describe-file-modal.tsx';
import { FileItem } from '#web/admin/publishing/files/file-item.tsx';
import {
  type Upload,
  useFileAction,
  useFiles,
  useUploads,
} from '#web/admin/queries/uploads.ts';
import { RedactFileModal } from '#web/admin/publishing/files/redact-file-modal.tsx';
import { StillModal } from '#web/admin/publishing/files/still-picture-modal.tsx';
import { WithdrawConsentModal } from '#web/features/files/admin/withdraw-consent-modal.tsx';
import classes from '#web/styles/files.module.css';
import { ConfirmDialog } from '#web/ui/form-modal.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { focusContent } from '#web/ui/focus-content.ts';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

const kinds: { kind: FileKind; text: string; accept: string }[] = [
  // Named one by one, a phone turns formats that are not among them into one of these.
  {
    kind: 'receipt',
    text: 'Add receipts',
    accept: 'image/jpeg,image/png,image/webp,image/heic,application/pdf',
  },
  { kind: 'photo', text: 'Add photos', accept: 'image/jpeg,image/png,image/webp,image/heic' },
  { kind: 'video', text: 'Add a video', accept: 'video/mp4,video/webm' },
];

/** Which dialog is open, about which file. */
export interface OpenDialog {
  name: 'describe' | 'redact' | 'still' | 'withdraw' | 'delete';
  id: string;
}

/** Receipts, photos and videos of a nomination: added, described, blacked out and published here. */
export function FilesTable({ nominationId }: { nominationId: string }) {
  const files = useFiles(nominationId);
  const { uploads, add, retry, dismiss } = useUploads(nominationId);
  const action = useFileAction(nominationId);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const shown = (name: OpenDialog['name']): StoredFile | null =>
    (dialog?.name === name && files.data?.find(({ id }) => id === dialog.id)) || null;
  const list = files.data?.filter(({ stillOf }) => stillOf === null) ?? [];
  return (
    <section className={classes.section} aria-labelledby="files-title">
      <h2 id="files-title">Receipts, photos and videos</h2>
      <div className={classes.add}>
        {kinds.map(({ kind, text, accept }) => (
          <FileButton
            key={kind}
            multiple
            accept={accept}
            inputProps={{ 'aria-label': text }}
            onChange={(chosen) => {
              for (const file of chosen) void add(kind, file, file.name);
            }}
          >
            {(props) => (
              <Button variant="default" {...props}>
                {text}
              </Button>
            )}
          </FileButton>
        ))}
      </div>
      <ul className={classes.uploads} aria-label="Uploads">
        {uploads.map((upload) => (
          <UploadItem
            key={upload.number}
            upload={upload}
            onRetry={() => retry(upload)}
            onDismiss={() => dismiss(upload)}
          />
        ))}
      </ul>
      {files.isPending && <ProgressRing />}
      {files.isError && (
        <ErrorNotice text="The files could not be loaded." onRetry={() => void files.refetch()} />
      )}
      {files.data && list.length === 0 && uploads.length === 0 && (
        <p className="soft">There are no files yet.</p>
      )}
      <ul className={classes.files} aria-label="Files">
        {list.map((file) => (
          <FileItem
            key={file.id}
            file={file}
            still={files.data?.find(({ stillOf }) => stillOf === file.id)}
            isBusy={action.isPending && action.variables.id === file.id}
            onAction={(name) => action.mutate({ id: file.id, action: name })}
            onDialog={(name) => setDialog({ name, id: file.id })}
          />
        ))}
      </ul>
      <DescribeFileModal file={shown('describe')} onClose={close} />
      <RedactFileModal file={shown('redact')} onClose={close} />
      <StillModal
        file={shown('still')}
        onClose={close}
        onTaken={(picture, videoId) => void add('photo', picture, 'Still picture', videoId)}
      />
      <WithdrawConsentModal file={shown('withdraw')} onClose={close} />
      <ConfirmDialog
        title="Delete File"
        text="The file and everything made of it will be deleted, and it disappears from every page."
        action="Delete"
        opened={dialog?.name === 'delete'}
        loading={action.isPending}
        onClose={close}
        onConfirm={() => {
          if (dialog === null) return;
          action.mutate(
            { id: dialog.id, action: 'delete' },
            {
              onSettled: () => {
                close();
                focusContent();
              },
            },
          );
        }}
      />
    </section>
  );
}

interface UploadItemProps {
  upload: Upload;
  onRetry: () => void;
  onDismiss: () => void;
}

function UploadItem({ upload, onRetry, onDismiss }: UploadItemProps) {
  const { name, content, sentBytes, problem } = upload;
  const percent = Math.floor((sentBytes / Math.max(content.size, 1)) * 100);
  return (
    <li className={classes.upload}>
      <span className={classes.name}>{name}</span>
      {problem === null ? (
        <>
          <progress value={percent} max={100} aria-label={`Upload of ${name}`} />
          <span className={classes.percent}>{percent}%</span>
        </>
      ) : (
        <>
          <span role="alert" className={classes.problem}>
            {problem}
          </span>
          <Button size="sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
          <Button size="sm" variant="subtle" onClick={onDismiss}>
            Leave out
          </Button>
        </>
      )}
    </li>
  );
}
