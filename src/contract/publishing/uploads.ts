import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';
import { fileId } from '#contract/ids.ts';
import { file, fileInput } from '#contract/publishing/files.ts';
import { uploadErrors, uploadHeaders } from '#contract/upload-errors.ts';

/* Uploading a file of a nomination in parts. */

/** Largest body of one {@link uploadFileContent} call, in bytes. */
export const maxChunkBytes = 8 * 1024 * 1024;

const shared = { tag: 'Files', access: 'files.write', recent: false } as const;

/** Starts an upload. The content follows through {@link uploadFileContent}. */
export const createFile = endpoint('POST /api/files', {
  ...shared,
  summary: 'Start the upload of a file',
  records: { 'file.added': 'Added a file' },
  body: fileInput,
  response: file,
  status: 201,
  errors: ['not_found', 'too_many_files', 'payload_too_large', 'storage_full'],
});

/**
 * Receives the next bytes of an upload: `application/octet-stream`, at most {@link maxChunkBytes}. 409 `wrong_offset` if the upload continues elsewhere: get the file and
 * continue at its `uploadedBytes`. The first bytes decide the type; 415 if it is not supported.
 */
export const uploadFileContent = endpoint('POST /api/files/:id/content', {
  ...shared,
  params: idParams(fileId),
  bytes: 'stream',
  headers: uploadHeaders,
  summary: 'Upload the next bytes of a file',
  response: file,
  errors: uploadErrors,
});
