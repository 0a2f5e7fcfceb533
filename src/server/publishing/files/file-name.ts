import type { StoredFileKind } from '#contract/publishing/files.ts';

/* The names of downloads. */

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

/** Built from its kind and fingerprint: the name that somebody gave the file may be personal and stays in the admin area. */
export function fileName(kind: StoredFileKind, sha256: string, mediaType: string): string {
  return `${kind}-${sha256.slice(0, 8)}.${endings[mediaType] ?? 'bin'}`;
}
