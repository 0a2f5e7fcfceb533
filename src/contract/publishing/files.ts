import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  deviceFileName,
  idParams,
  optionalDay,
  optionalText,
  requiredLine,
  timestamp,
} from '#contract/fields.ts';
import { fileId, nominationId } from '#contract/ids.ts';
import { maxFileBytes, maxFilesPerNomination, maxPages } from '#contract/publishing/file-limits.ts';
import type { Right } from '#core/people/rights.ts';
import { formatBytes } from '#core/platform/byte-sizes.ts';
import { maxFileNameLength } from '#core/platform/file-names.ts';

/* Files of a nomination: describing, blacking out, publishing, and deleting receipts, photos, and videos. */

/** What a file is for. A receipt is a picture or a PDF. */
export const fileKinds = ['receipt', 'photo', 'video'] as const;
/** One of {@link fileKinds}. */
export type FileKind = (typeof fileKinds)[number];

/** The right to make a file public and to take it back: whoever pays for something can prove it. */
export function rightToPublish(kind: StoredFileKind): Right {
  return kind === 'receipt' ? 'receipts.publish' : 'pages.publish';
}

/**
 * What a stored file is for. A paper is for the team alone: a nominator sends it with an answer, and calls about files
 * do not know of it.
 */
export type StoredFileKind = FileKind | 'paper';

/** How far a file is; `failure` says why one has failed, or what to look at on one that is ready. */
export const fileStates = ['uploading', 'processing', 'ready', 'failed'] as const;
/** An area of a page to black out. All measures are fractions of the page's width or height, from 0 to 1. */
export const redaction = z.object({
  page: z.int().min(1).max(maxPages, `At most ${maxPages}`),
  x: z.number().min(0).max(1, 'At most 1'),
  y: z.number().min(0).max(1, 'At most 1'),
  width: z.number().gt(0).max(1, 'At most 1'),
  height: z.number().gt(0).max(1, 'At most 1'),
});
export type Redaction = z.infer<typeof redaction>;

/** A picture or document made from a file: a page on which to black out areas, or a public copy. */
export const fileCopy = z.object({
  /** Its address: `src/contract/publishing/file-paths.ts`. */
  key: z.string(),
  role: z.enum(['page', 'public']),
  page: z.int(),
  mediaType: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  bytes: z.int(),
  sha256: z.string(),
});
export type FileCopy = z.infer<typeof fileCopy>;

/** A file with everything that an administrator may see. */
export const file = z.object({
  id: fileId,
  nominationId,
  kind: z.enum(fileKinds),
  /** The video that this is the still picture of. */
  stillOf: fileId.nullable(),
  /** Its name on the device of whoever uploaded it. It may be personal, so nothing public shows it. */
  originalName: z.string().nullable(),
  state: z.enum(fileStates),
  failure: z.string(),
  mediaType: z.string().nullable(),
  bytes: z.int(),
  /** Where an interrupted upload continues. */
  uploadedBytes: z.int(),
  /** Of the original, once it is complete. */
  sha256: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  durationSeconds: z.number().nullable(),
  caption: z.string(),
  alternativeText: z.string(),
  consentBy: z.string(),
  consentScope: z.string(),
  /** A day; null if there is no end date. */
  consentUntil: z.string().nullable(),
  consentWithdrawnAt: timestamp.nullable(),
  /** Null if nobody has decided yet; empty if nothing had to be blacked out. */
  redactions: z.array(redaction).nullable(),
  isPublished: z.boolean(),
  createdAt: timestamp,
  copies: z.array(fileCopy),
});
export type File = z.infer<typeof file>;

/** The start of an upload. */
export const fileInput = z.object({
  nominationId,
  kind: z.enum(fileKinds, 'Must be receipt, photo, or video'),
  bytes: z
    .int('Must be a number of bytes')
    .min(1, 'This file is empty')
    .max(maxFileBytes.video, `At most ${formatBytes(maxFileBytes.video)}`),
  /** For the still picture of a video: a photo that belongs to it. It replaces an earlier one. */
  stillOf: fileId.optional(),
  /** Its name on the device; only administrators see it. */
  originalName: deviceFileName(maxFileNameLength).optional(),
});

/** The description of a file. Empty texts are allowed. */
export const fileDetails = z.object({
  caption: optionalText(500),
  alternativeText: optionalText(500),
  consentBy: optionalText(200),
  consentScope: optionalText(500),
  consentUntil: optionalDay,
});

/** Either the areas to black out, or the decision that there are none. */
export const redactionInput = z
  .object({
    redactions: z
      .array(redaction)
      .min(1, 'Mark a part first')
      .max(500, 'At most 500 parts')
      .optional(),
    nothingToBlackOut: z.literal(true).optional(),
  })
  .refine(
    ({ redactions, nothingToBlackOut }) =>
      (redactions === undefined) !== (nothingToBlackOut === undefined),
    'Send either redactions or nothingToBlackOut.',
  );

const shared = { tag: 'Files' } as const;
const ofOne = { ...shared, params: idParams(fileId) };

/** The files of a nomination, oldest first. At most {@link maxFilesPerNomination} that have not failed. */
export const listFiles = endpoint('GET /api/nominations/:id/files', {
  ...shared,
  access: 'files.read',
  summary: 'List the files of a nomination',
  params: idParams(nominationId),
  response: z.array(file),
  errors: ['not_found'],
});

/** One file. */
export const getFile = endpoint('GET /api/files/:id', {
  ...ofOne,
  access: 'files.read',
  summary: 'Show a file',
  response: file,
  errors: ['not_found'],
});

/** Changes the description of a file. A new consent note replaces an earlier withdrawal. */
export const updateFile = endpoint('POST /api/files/:id', {
  ...ofOne,
  access: 'files.write',
  recent: false,
  summary: 'Change the description of a file',
  records: { 'file.described': 'Described a file' },
  body: fileDetails,
  response: file,
  errors: ['not_found', 'consent_missing', 'description_missing'],
});

/** Recreates the public copy of a receipt with these areas blacked out. The previous copy disappears immediately. */
export const redactFile = endpoint('POST /api/files/:id/redactions', {
  ...ofOne,
  access: 'files.write',
  recent: false,
  summary: 'Black out areas of a receipt',
  records: { 'file.redacted': 'Set the black parts of a receipt' },
  body: redactionInput,
  response: file,
  errors: ['not_found', 'file_not_ready'],
});

/** Publishes a file. 403 without {@link rightToPublish}, 409 with what is still missing. */
export const publishFile = endpoint('POST /api/files/:id/publish', {
  ...ofOne,
  access: 'receipts.publish',
  recent: false,
  summary: 'Publish a file',
  records: { 'file.published': 'Published a file' },
  response: file,
  errors: [
    'not_found',
    'file_not_ready',
    'consent_missing',
    'description_missing',
    'redaction_undecided',
  ],
});

/** Removes a file from every page, immediately. */
export const unpublishFile = endpoint('POST /api/files/:id/unpublish', {
  ...ofOne,
  access: 'receipts.publish',
  recent: false,
  summary: 'Unpublish a file',
  records: { 'file.unpublished': 'Unpublished a file' },
  response: file,
  errors: ['not_found'],
});

/** Records that the consent was withdrawn, and removes the file from every page, immediately. */
export const withdrawConsent = endpoint('POST /api/files/:id/withdraw-consent', {
  ...ofOne,
  access: 'receipts.publish',
  recent: false,
  summary: 'Record that a consent was withdrawn',
  records: { 'file.consent_withdrawn': 'Recorded that a consent was withdrawn' },
  body: z.object({ reason: requiredLine(500) }),
  response: file,
  errors: ['not_found'],
});

/** Deletes a file and everything made from it. Refused for a receipt of an expense. */
export const deleteFile = endpoint('DELETE /api/files/:id', {
  ...ofOne,
  access: 'files.write',
  recent: true,
  summary: 'Delete a file',
  records: { 'file.deleted': 'Deleted a file' },
  errors: ['not_found', 'receipt_in_use'],
});
