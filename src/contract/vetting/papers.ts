import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { deviceFileName, idParams, token } from '#contract/fields.ts';
import { fileId, nominationId, questionId } from '#contract/ids.ts';
import { uploadErrors, uploadHeaders } from '#contract/upload-errors.ts';
import { paper } from '#contract/vetting/questions.ts';
import { maxPaperBytes, trackingTokenHeader } from '#contract/vetting/tracking-page.ts';
import { formatBytes } from '#core/platform/byte-sizes.ts';
import { maxFileNameLength } from '#core/platform/file-names.ts';

/* Uploading papers: of the team, and of nominators with a private link. */

const uploaded = paper.extend({ uploadedBytes: z.int() });

/** Starts the upload of a paper of the team. The content follows. */
export const createTeamPaper = endpoint('POST /api/nominations/:id/papers', {
  tag: 'Nominations',
  access: 'nominations.decide',
  recent: false,
  summary: 'Start the upload of a file of the team',
  params: idParams(nominationId),
  body: z.object({
    bytes: z
      .int('Must be a number of bytes')
      .min(1, 'This file is empty')
      .max(maxPaperBytes, `At most ${formatBytes(maxPaperBytes)}`),
    /** Its name on the device. */
    originalName: deviceFileName(maxFileNameLength).optional(),
  }),
  response: uploaded,
  status: 201,
  errors: ['not_found', 'too_many_files', 'payload_too_large', 'storage_full'],
});

/** Shows a paper that the caller uploads, and where its upload continues. */
export const getTeamPaper = endpoint('GET /api/papers/:id', {
  tag: 'Nominations',
  access: 'nominations.decide',
  summary: 'Show a file of the team',
  params: idParams(fileId),
  response: uploaded,
  errors: ['not_found'],
});

/** Receives the next bytes of a paper, as `uploadFileContent` does. 415 unless it is a picture or a PDF. */
export const uploadTeamPaperContent = endpoint('POST /api/papers/:id/content', {
  bytes: 'stream',
  headers: uploadHeaders,
  tag: 'Nominations',
  access: 'nominations.decide',
  recent: false,
  summary: 'Upload the next bytes of a file of the team',
  params: idParams(fileId),
  response: uploaded,
  errors: uploadErrors,
});

const byLink = { tag: 'Nominations', access: 'public' } as const;

/** Starts the upload of a paper for the answer to an open question, or for an appeal. The content follows. */
export const createPaper = endpoint('POST /api/tracking-page/papers', {
  ...byLink,
  callsPerTenMinutes: 60,
  summary: 'Start the upload of a file for an answer',
  body: z.object({
    token,
    /** Null for an appeal. */
    questionId: questionId.nullable(),
    bytes: z
      .int('Must be a number of bytes')
      .min(1, 'This file is empty')
      .max(maxPaperBytes, `At most ${formatBytes(maxPaperBytes)}`),
    /** Its name on the device; only the team sees it. */
    originalName: deviceFileName(maxFileNameLength).optional(),
  }),
  response: paper.extend({ uploadedBytes: z.int() }),
  status: 201,
  errors: [
    'invalid_token',
    'not_found',
    'question_closed',
    'appeal_closed',
    'too_many_files',
    'payload_too_large',
    'storage_full',
  ],
});

/** Shows a paper that was uploaded with the link, and where its upload continues. */
export const getPaper = endpoint('POST /api/tracking-page/papers/:id', {
  ...byLink,
  callsPerTenMinutes: 600,
  summary: 'Show a file of an answer',
  params: idParams(fileId),
  body: z.object({ token }),
  response: paper.extend({ uploadedBytes: z.int() }),
  errors: ['invalid_token', 'not_found'],
});

/** Receives the next bytes of a paper, as `uploadFileContent` does. 415 unless it is a picture or a PDF. */
export const uploadPaperContent = endpoint('POST /api/tracking-page/papers/:id/content', {
  bytes: 'stream',
  headers: { ...uploadHeaders, [trackingTokenHeader]: 'The secret of the link' },
  ...byLink,
  // Parts of a megabyte, in all papers of several answers.
  callsPerTenMinutes: 600,
  summary: 'Upload the next bytes of a file for an answer',
  params: idParams(fileId),
  response: paper.extend({ uploadedBytes: z.int() }),
  errors: ['invalid_token', ...uploadErrors],
});
