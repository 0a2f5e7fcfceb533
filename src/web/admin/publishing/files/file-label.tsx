import type { ReactNode } from 'react';
import { originalPath } from '#contract/publishing/file-paths.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import classes from '#web/admin/publishing/files/file-label.module.css';
import { FilePicture } from '#web/admin/publishing/files/file-picture.tsx';
import { fileFacts, fileName } from '#web/admin/publishing/files/file-words.ts';

interface FileLabelProps {
  file: StoredFile;
  /** Of a video. */
  still?: StoredFile | undefined;
  /** Makes its name a link to the original. */
  isLink?: boolean;
  /** More about it, below its name. */
  children?: ReactNode;
}

/** A file to recognize: its thumbnail, its name, and what tells it from another one with the same name. */
export function FileLabel({ file, still, isLink, children = fileFacts(file) }: FileLabelProps) {
  return (
    <span className={`grid gap-3 start anywhere ${classes.label}`}>
      <FilePicture file={file.kind === 'video' ? still : file} alternativeText="" />
      <span>
        <span className={`block ${classes.name}`}>
          {isLink ? (
            <a href={originalPath(file.id)} target="_blank" rel="noreferrer">
              {fileName(file)}
            </a>
          ) : (
            fileName(file)
          )}
        </span>
        <span className="soft smaller block">{children}</span>
      </span>
    </span>
  );
}

/** The file that a dialog is about. */
export function FileHeading(props: FileLabelProps) {
  return (
    <p className={`below-5 ${classes.heading}`}>
      <FileLabel {...props} />
    </p>
  );
}
