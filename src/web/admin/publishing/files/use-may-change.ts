import type { File as StoredFile } from '#contract/publishing/files.ts';
import { useMay } from '#web/admin/client/session.ts';

/** Says which files the signed-in person may describe, black out, and delete: what is public takes the right to publish. */
export function useMayChange(): (file: StoredFile) => boolean {
  const mayWrite = useMay('files.write');
  const mayPublish = useMay('pages.publish');
  return ({ isPublished }) => mayWrite && (mayPublish || !isPublished);
}
