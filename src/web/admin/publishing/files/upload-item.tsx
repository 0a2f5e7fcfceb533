import { Button } from '@mantine/core';
import classes from '#web/admin/publishing/files/upload-item.module.css';
import type { Upload } from '#web/admin/publishing/files/use-uploads.ts';

interface UploadItemProps {
  upload: Upload;
  onRetry: () => void;
  onDismiss: () => void;
}

/** The progress of an upload, or why it stopped. */
export function UploadItem({ upload, onRetry, onDismiss }: UploadItemProps) {
  const { name, content, sentBytes, problem, canRetry } = upload;
  const percent = Math.floor((sentBytes / Math.max(content.size, 1)) * 100);
  return (
    <li className={`row lined gap-4 gap-y-2 center ${classes.upload}`}>
      <span className={classes.name}>{name}</span>
      {problem === null ? (
        <>
          <progress value={percent} max={100} aria-label={`Upload of ${name}`} />
          <span className={`right numbers ${classes.percent}`}>{percent}%</span>
        </>
      ) : (
        <>
          <span role="alert" className={`problem anywhere ${classes.problem}`}>
            {problem}
          </span>
          {canRetry && (
            <Button size="sm" variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          <Button size="sm" variant="subtle" onClick={onDismiss}>
            Remove
          </Button>
        </>
      )}
    </li>
  );
}
