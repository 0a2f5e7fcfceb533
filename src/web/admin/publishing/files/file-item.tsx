import { Button } from '@mantine/core';
import { fileCopyPath, originalPath } from '#contract/publishing/file-paths.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import { formatDate } from '#core/dates.ts';
import type { OpenDialog } from '#web/admin/publishing/files/files-section.tsx';
import type { FileAction } from '#web/admin/queries/uploads.ts';
import classes from '#web/styles/files.module.css';

const kindNames = { receipt: 'Receipt', photo: 'Photo', video: 'Video' };

/** What to call a file in a list: its caption, or what it is and since when. */
export function fileName({ kind, caption, createdAt }: StoredFile): string {
  return caption || `${kindNames[kind]} added ${formatDate(createdAt)}`;
}

interface FileItemProps {
  file: StoredFile;
  /** The still picture of a video. */
  still: StoredFile | undefined;
  isBusy: boolean;
  onAction: (action: FileAction) => void;
  onDialog: (name: OpenDialog['name']) => void;
}

/** One file: how it looks, where it is on its way, and what can be done with it. */
export function FileItem({ file, still, isBusy, onAction, onDialog }: FileItemProps) {
  const { kind, isPublished, consentBy } = file;
  const isReady = file.state === 'ready';
  return (
    <li className={classes.file}>
      <FilePicture file={kind === 'video' ? still : file} />
      <div className={classes.about}>
        <p className={classes.kind}>
          {kindNames[kind]} <span className={classes.state}>{fileStateText(file)}</span>
        </p>
        {file.caption && <p>{file.caption}</p>}
        {file.failure && <p className={classes.problem}>{file.failure}</p>}
        {file.sha256 && (
          <p className={classes.small}>
            <a href={originalPath(file.id)} target="_blank" rel="noreferrer">
              Original
            </a>{' '}
            <span>SHA-256 {file.sha256.slice(0, 12)}…</span>
          </p>
        )}
        <div className={classes.actions}>
          {isReady && (
            <Button size="sm" variant="default" onClick={() => onDialog('describe')}>
              Describe
            </Button>
          )}
          {isReady && kind === 'receipt' && (
            <Button size="sm" variant="default" onClick={() => onDialog('redact')}>
              Black out
            </Button>
          )}
          {isReady && kind === 'video' && (
            <Button size="sm" variant="default" onClick={() => onDialog('still')}>
              Still picture
            </Button>
          )}
          {isReady && !isPublished && (
            <Button size="sm" loading={isBusy} onClick={() => onAction('publish')}>
              Publish
            </Button>
          )}
          {isPublished && (
            <Button
              size="sm"
              variant="default"
              loading={isBusy}
              onClick={() => onAction('unpublish')}
            >
              Unpublish
            </Button>
          )}
          {consentBy && file.consentWithdrawnAt === null && (
            <Button size="sm" variant="subtle" color="clay" onClick={() => onDialog('withdraw')}>
              Withdraw consent
            </Button>
          )}
          <Button size="sm" variant="subtle" color="clay" onClick={() => onDialog('delete')}>
            Delete
          </Button>
        </div>
      </div>
    </li>
  );
}

/** Where a file is on its way to the public, in words. */
export function fileStateText(file: StoredFile): string {
  if (file.state === 'uploading') return 'Upload not finished';
  if (file.state === 'processing') return 'Being made ready…';
  if (file.state === 'failed') return 'Cannot be used';
  if (file.isPublished) return 'Public';
  if (file.consentWithdrawnAt !== null) return 'Consent withdrawn';
  if (file.kind === 'receipt' && file.redactions === null) return 'Not blacked out yet';
  return 'Not public';
}

interface FilePictureProps {
  /** Absent: a video without a still picture. */
  file: StoredFile | undefined;
  /** Empty where the words beside it say what it is. */
  alternativeText?: string;
}

/** A small picture of a file. */
export function FilePicture({ file, alternativeText }: FilePictureProps) {
  // What the public will see, once there is such a copy; the smallest picture is enough.
  const pictures = file?.copies.filter(({ mediaType }) => mediaType.startsWith('image/')) ?? [];
  const copy = pictures.find(({ role }) => role === 'public') ?? pictures[0];
  return (
    <span className={classes.preview}>
      {file && copy && (
        <img
          src={fileCopyPath(file.id, copy.key)}
          alt={alternativeText ?? (file.alternativeText || 'Not described yet')}
          loading="lazy"
        />
      )}
    </span>
  );
}
