import { rightToPublish, type File as StoredFile } from '#contract/publishing/files.ts';
import { useCurrentUser, useMay } from '#web/admin/client/session.ts';

/** Says which files the signed-in person may publish, and take back. */
export function useMayPublish(): (file: StoredFile) => boolean {
  const user = useCurrentUser();
  return ({ kind }) => user?.allowed.includes(rightToPublish(kind)) ?? false;
}

/** Says which files they may describe, black out, and delete: what is public takes the right to publish. */
export function useMayChange(): (file: StoredFile) => boolean {
  const mayWrite = useMay('files.write');
  const mayPublish = useMayPublish();
  return (file) => mayWrite && (mayPublish(file) || !file.isPublished);
}
