import type { ErrorCode } from '#contract/errors.ts';

// Not in errors.ts: visitors would load all that it needs to check a response.

/** The refusals of a part of an uploaded file. */
export const uploadErrors = [
  'not_found',
  'wrong_offset',
  'payload_too_large',
  'unsupported_media_type',
  'storage_full',
  'storage_unavailable',
] as const satisfies ErrorCode[];

export const uploadOffsetHeader = 'upload-offset';
/** What each part of an upload says beside its bytes. */
export const uploadHeaders = {
  [uploadOffsetHeader]: 'Where in the file the body begins, in bytes',
};
