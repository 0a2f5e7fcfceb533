import { fileCopyPath } from '#contract/publishing/file-paths.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import classes from '#web/admin/publishing/files/file-picture.module.css';

interface FilePictureProps {
  /** Missing for a video without a still picture. */
  file: StoredFile | undefined;
  /** Empty if the text beside it says what it is. */
  alternativeText?: string;
}

/** A thumbnail of a file. */
export function FilePicture({ file, alternativeText }: FilePictureProps) {
  // The public copy, once there is one; the smallest picture is enough.
  const pictures = file?.copies.filter(({ mediaType }) => mediaType.startsWith('image/')) ?? [];
  const copy = pictures.find(({ role }) => role === 'public') ?? pictures[0];
  return (
    <span className={classes.picture}>
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
