import { Button } from '@mantine/core';
import { originalPath } from '#contract/publishing/file-paths.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import classes from '#web/admin/publishing/files/file-item.module.css';
import { FilePicture } from '#web/admin/publishing/files/file-picture.tsx';
import { fileFacts, fileName, fileStateText } from '#web/admin/publishing/files/file-words.ts';
import { useMayChange, useMayPublish } from '#web/admin/publishing/files/use-may-change.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';

/** The actions on a file that take one click. */
export type FileAction = 'publish' | 'unpublish';

interface FileItemProps {
  file: StoredFile;
  still: StoredFile | undefined;
  /** Whether it is in the list a second time. */
  wasAddedBefore: boolean;
  isBusy: boolean;
  onAction: (action: FileAction) => void;
}

/** One file: its picture, its state, and its actions. */
export function FileItem({ file, still, wasAddedBefore, isBusy, onAction }: FileItemProps) {
  const { kind, isPublished, consentBy } = file;
  const isReady = file.state === 'ready';
  const mayPublish = useMayPublish()(file);
  const mayChange = useMayChange()(file);
  const describe = useModal('describe');
  const redact = useModal('redact');
  const stillPicture = useModal('still');
  const withdraw = useModal('withdraw');
  const remove = useModal('delete-file');
  return (
    <li className={`grid lined gap-5 gap-y-4 pad-y-5 ${classes.file}`}>
      <FilePicture file={kind === 'video' ? still : file} />
      <div className={classes.about}>
        <p className="strong anywhere">{fileName(file)}</p>
        <p className={`soft smaller ${classes.small}`}>
          <strong>{fileStateText(file)}</strong>
          <span>{fileFacts(file)}</span>
        </p>
        {file.caption && <p>{file.caption}</p>}
        {file.failure && <p className="problem anywhere">{file.failure}</p>}
        {wasAddedBefore && <p>The same file was added before.</p>}
        {file.sha256 && (
          <p className={`soft smaller ${classes.small}`}>
            <a href={originalPath(file.id)} target="_blank" rel="noreferrer">
              Original
            </a>{' '}
            <span>SHA-256 {file.sha256.slice(0, 12)}…</span>
          </p>
        )}
        <div className={`row gap-2 touch ${classes.actions}`}>
          {isReady && mayChange && (
            <Button size="sm" variant="default" onClick={() => describe.open(file.id)}>
              Describe
            </Button>
          )}
          {isReady && mayChange && kind === 'receipt' && (
            <Button size="sm" variant="default" onClick={() => redact.open(file.id)}>
              Black Out
            </Button>
          )}
          {isReady && mayChange && kind === 'video' && (
            <Button size="sm" variant="default" onClick={() => stillPicture.open(file.id)}>
              Still Picture
            </Button>
          )}
          {isReady && mayPublish && !isPublished && (
            <Button size="sm" loading={isBusy} onClick={() => onAction('publish')}>
              Publish
            </Button>
          )}
          {mayPublish && isPublished && (
            <Button
              size="sm"
              variant="default"
              loading={isBusy}
              onClick={() => onAction('unpublish')}
            >
              Unpublish
            </Button>
          )}
          {mayPublish && consentBy && file.consentWithdrawnAt === null && (
            <Button size="sm" variant="subtle" color="clay" onClick={() => withdraw.open(file.id)}>
              Withdraw Consent
            </Button>
          )}
          {mayChange && (
            <Button size="sm" variant="subtle" color="clay" onClick={() => remove.open(file.id)}>
              Delete
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
