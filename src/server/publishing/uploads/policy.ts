import { maxFileBytes, maxKindBytes } from '#contract/publishing/file-limits.ts';
import type { StoredFileKind } from '#contract/publishing/files.ts';
import { AppError } from '#server/platform/errors.ts';

const megabyte = 1024 * 1024;

/** Throws 413 when a file is larger than its kind may be. */
export function assertSize(kind: StoredFileKind, bytes: number, mediaType?: string): void {
  const most = mediaType === 'application/pdf' ? maxFileBytes.pdf : maxKindBytes[kind];
  if (bytes <= most) return;
  const what = mediaType === 'application/pdf' ? 'PDF' : kind;
  throw new AppError(
    'payload_too_large',
    `This ${what} has ${Math.ceil(bytes / megabyte)} MB; a ${what} may have up to ${most / megabyte} MB.`,
  );
}
