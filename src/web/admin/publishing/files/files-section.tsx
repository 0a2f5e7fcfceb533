import { Button, FileButton } from '@mantine/core';
import type { NominationId } from '#contract/ids.ts';
import type { FileKind } from '#contract/publishing/files.ts';
import { FileItem } from '#web/admin/publishing/files/file-item.tsx';
import { FileModals } from '#web/admin/publishing/files/file-modals.tsx';
import classes from '#web/admin/publishing/files/files-section.module.css';
import { UploadItem } from '#web/admin/publishing/files/upload-item.tsx';
import { useUploads } from '#web/admin/publishing/files/use-uploads.ts';
import { useFileAction, useFiles } from '#web/admin/queries/files.ts';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

const kinds: { kind: FileKind; text: string; accept: string }[] = [
  // Because the formats are listed, a phone converts other formats into one of them.
  {
    kind: 'receipt',
    text: 'Add receipts',
    accept: 'image/jpeg,image/png,image/webp,image/heic,application/pdf',
  },
  { kind: 'photo', text: 'Add photos', accept: 'image/jpeg,image/png,image/webp,image/heic' },
  { kind: 'video', text: 'Add a video', accept: 'video/mp4,video/webm' },
];

/** Receipts, photos, and videos of a nomination: add, describe, black out, and publish them here. */
export function FilesSection({ nominationId }: { nominationId: NominationId }) {
  const files = useFiles(nominationId);
  const { uploads, add, retry, dismiss } = useUploads(nominationId);
  const action = useFileAction(nominationId);
  const list = files.data?.filter(({ stillOf }) => stillOf === null) ?? [];
  return (
    <TitledSection title="Receipts, Photos, and Videos">
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
      <ul className={classes.list} aria-label="Uploads">
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
        <EmptyNote>There are no files yet.</EmptyNote>
      )}
      <ul className={classes.list} aria-label="Files">
        {list.map((file) => (
          <FileItem
            key={file.id}
            file={file}
            still={files.data?.find(({ stillOf }) => stillOf === file.id)}
            isBusy={action.isPending && action.variables.id === file.id}
            onAction={(name) => action.mutate({ id: file.id, action: name })}
          />
        ))}
      </ul>
      <FileModals
        nominationId={nominationId}
        files={list}
        onStill={(picture, videoId) => void add('photo', picture, 'Still picture', videoId)}
      />
    </TitledSection>
  );
}
