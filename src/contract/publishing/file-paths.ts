import type { FileId } from '#contract/ids.ts';

/* The addresses of files, as originals for the team and as copies for everybody. */

/** Where an administrator gets a file as it was uploaded. */
export function originalPath(fileId: FileId | ':id'): string {
  return `/api/files/${fileId}/original`;
}

/** Where an administrator gets a copy, published or not. */
export function fileCopyPath(fileId: FileId | ':id', key: string): string {
  return `/api/files/${fileId}/copies/${key}`;
}

/** Where everyone gets a public copy of a published file. */
export function publicFilePath(key: string): string {
  return `/files/${key}`;
}

/** Where a nominee gets a copy that is not public yet, with a mark that ends. */
export function markedCopyPath(key: string, mark: string): string {
  return `/api/consent-page/files/${key}/${mark}`;
}

/** Where the team gets a paper as it was uploaded. */
export function paperOriginalPath(fileId: FileId | ':id'): string {
  return `/api/papers/${fileId}/original`;
}

/** Where the team gets the picture of a page of a paper. */
export function paperPagePath(fileId: FileId | ':id', key: string): string {
  return `/api/papers/${fileId}/pages/${key}`;
}
