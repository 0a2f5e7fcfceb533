import type { File as StoredFile } from '#contract/publishing/files.ts';
import { formatBytes } from '#core/platform/byte-sizes.ts';
import { formatDate } from '#web/admin/client/dates.ts';

/** The kind of a file, in a word. */
export const kindNames = { receipt: 'Receipt', photo: 'Photo', video: 'Video' };

/** The name of a file: the one that it had when it was uploaded. Files of before have none. */
export function fileName({ originalName, kind, caption, createdAt }: StoredFile): string {
  return originalName ?? (caption || `${kindNames[kind]} added ${formatDate(createdAt)}`);
}

/** What tells two files with the same name apart. */
export function fileFacts({ kind, bytes, createdAt }: StoredFile): string {
  return `${kindNames[kind]}, ${formatBytes(bytes)}, added ${formatDate(createdAt)}`;
}

/** How far a file is on its way to the public, in words. */
export function fileStateText(file: StoredFile): string {
  if (file.state === 'uploading') return 'Upload not finished';
  if (file.state === 'processing') return 'Processing…';
  if (file.state === 'failed') return 'Cannot be used';
  // The public sees it while the page is public, too, as the section about the page says.
  if (file.isPublished) return 'Published';
  if (file.consentWithdrawnAt !== null) return 'Consent withdrawn';
  if (file.kind === 'receipt' && file.redactions === null) return 'Not blacked out yet';
  return 'Not public';
}
