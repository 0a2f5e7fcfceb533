import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { deviceFileName, idParams } from '#contract/fields.ts';
import { fileId, nominationId } from '#contract/ids.ts';
import { paper } from '#contract/vetting/questions.ts';
import { maxPaperBytes } from '#contract/vetting/tracking-page.ts';
import { maxFileNameLength } from '#core/file-names.ts';

const uploaded = paper.extend({ uploadedBytes: z.int() });

/** Starts the upload of a paper of the team. The content follows. */
export const createTeamPaper = endpoint({
  tag: 'Nominations',
  access: 'nominations.decide',
  method: 'POST',
  path: '/api/nominations/:id/papers',
  recent: false,
  summary: 'Start the upload of a file of the team',
  params: idParams(nominationId),
  body: z.object({
    bytes: z.int('Must be a number of bytes').min(1, 'This file is empty').max(maxPaperBytes),
    /** Its name on the device. */
    originalName: deviceFileName(maxFileNameLength).optional(),
  }),
  response: uploaded,
  status: 201,
  errors: ['not_found', 'too_many_files', 'payload_too_large', 'storage_full'],
});

/** Shows a paper that the caller uploads, and where its upload continues. */
export const getTeamPaper = endpoint({
  tag: 'Nominations',
  access: 'nominations.decide',
  method: 'GET',
  path: '/api/papers/:id',
  summary: 'Show a file of the team',
  params: idParams(fileId),
  response: uploaded,
  errors: ['not_found'],
});

/** Receives the next bytes of a paper, as `uploadFileContent` does. 415 unless it is a picture or a PDF. */
export const uploadTeamPaperContent = endpoint({
  tag: 'Nominations',
  access: 'nominations.decide',
  method: 'POST',
  path: '/api/papers/:id/content',
  recent: false,
  summary: 'Upload the next bytes of a file of the team',
  params: idParams(fileId),
  response: uploaded,
  errors: [
    'not_found',
    'wrong_offset',
    'payload_too_large',
    'unsupported_media_type',
    'storage_full',
    'storage_unavailable',
  ],
});
