import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, optionalText, requiredLine, timestamp } from '#contract/fields.ts';
import { fileId, nominationId } from '#contract/ids.ts';

/** What a file is for. A receipt is a picture or a PDF. */
export const fileKinds = ['receipt', 'photo', 'video'] as const;
/** One of {@link fileKinds}. */
export type FileKind = (typeof fileKinds)[number];

/** Where a file is on its way; `failed` says why in `failure`. */
export const fileStates = ['uploading', 'processing', 'ready', 'failed'] as const;
/** One of {@link fileStates}. */
export type FileState = (typeof fileStates)[number];

const megabyte = 1024 * 1024;
/** Largest files, in bytes. */
export const maxFileBytes = { image: 15 * megabyte, pdf: 10 * megabyte, video: 200 * megabyte };
/** Largest file of each kind, in bytes; of a receipt that turns out to be a PDF less is taken. */
export const maxKindBytes: Record<FileKind, number> = {
  receipt: maxFileBytes.image,
  photo: maxFileBytes.image,
  video: maxFileBytes.video,
};
/** Most that one call of {@link uploadFileContent} may carry, in bytes. */
export const maxChunkBytes = 8 * megabyte;
/** Most files of one nomination, failed ones not counted. */
export const maxFilesPerNomination = 50;
/** Most pages of a PDF. */
export const maxPages = 20;

/** The header that says at which byte of the file the body of a call begins. */
export const uploadOffsetHeader = 'upload-offset';

/** A part of a page to black out. All measures are shares of the page's width or height, from 0 to 1. */
export const redaction = z.object({
  page: z.int().min(1).max(maxPages),
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  width: z.number().gt(0).max(1),
  height: z.number().gt(0).max(1),
});
/** {@link redaction} as a type. */
export type Redaction = z.infer<typeof redaction>;

/** A picture or document that was made of a file: a page to black out parts on, or for the public. */
export const fileCopy = z.object({
  /** Where it is: `src/contract/publishing/file-paths.ts`. */
  key: z.string(),
  role: z.enum(['page', 'public']),
  page: z.int(),
  mediaType: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  bytes: z.int(),
  sha256: z.string(),
});
/** {@link fileCopy} as a type. */
export type FileCopy = z.infer<typeof fileCopy>;

/** A file with everything an administrator may see of it. */
export const file = z.object({
  id: fileId,
  nominationId,
  kind: z.enum(fileKinds),
  /** The video that this is the still picture of. */
  stillOf: fileId.nullable(),
  state: z.enum(fileStates),
  failure: z.string(),
  mediaType: z.string().nullable(),
  bytes: z.int(),
  /** Where an upload that was cut off goes on. */
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
  /** A day; null without an end. */
  consentUntil: z.string().nullable(),
  consentWithdrawnAt: timestamp.nullable(),
  /** Null while nobody has decided, empty where nothing had to be blacked out. */
  redactions: z.array(redaction).nullable(),
  isPublished: z.boolean(),
  createdAt: timestamp,
  copies: z.array(fileCopy),
});
/** {@link file} as a type. */
export type File = z.infer<typeof file>;

/** What starts an upload. */
export const fileInput = z.object({
  nominationId,
  kind: z.enum(fileKinds, 'Must be receipt, photo or video'),
  bytes: z.int('Must be a number of bytes').min(1, 'This file is empty').max(maxFileBytes.video),
  /** For the still picture of a video: a photo that goes with it. One there was before goes away. */
  stillOf: fileId.optional(),
});

/** What is said about a file. Empty where nothing is. */
export const fileDetails = z.object({
  caption: optionalText(500),
  alternativeText: optionalText(500),
  consentBy: optionalText(200),
  consentScope: optionalText(500),
  consentUntil: z.union([z.literal(''), z.iso.date()], 'Must be a date'),
});

/** Either the parts to black out, or that nothing has to be. */
export const redactionInput = z
  .object({
    redactions: z.array(redaction).min(1, 'Mark a part first').max(500).optional(),
    nothingToBlackOut: z.literal(true).optional(),
  })
  .refine(
    ({ redactions, nothingToBlackOut }) =>
      (redactions === undefined) !== (nothingToBlackOut === undefined),
    'Send the parts to black out, or that nothing has to be.',
  );

const shared = { tag: 'Files', access: 'administrator' } as const;
const ofOne = { ...shared, params: idParams(fileId) };

/** The files of a nomination, oldest first; at most {@link maxFilesPerNomination} that have not failed. */
export const listFiles = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/nominations/:id/files',
  summary: 'List the files of a nomination',
  params: idParams(nominationId),
  response: z.array(file),
  errors: ['not_found'],
});

/** One file. */
export const getFile = endpoint({
  ...ofOne,
  method: 'GET',
  path: '/api/files/:id',
  summary: 'Show a file',
  response: file,
  errors: ['not_found'],
});

/** Starts an upload; the bytes follow by {@link uploadFileContent}. */
export const createFile = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/files',
  summary: 'Start uploading a file',
  body: fileInput,
  response: file,
  status: 201,
  errors: ['not_found', 'too_many_files', 'payload_too_large', 'storage_full'],
});

/**
 * Takes the next bytes of an upload: `application/octet-stream`, at most {@link maxChunkBytes}, with where
 * they begin in the header `Upload-Offset`. 409 `wrong_offset` when that is not where the upload stands:
 * ask for the file and go on at its `uploadedBytes`. What a file is, its first bytes say: else 415.
 */
export const uploadFileContent = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/api/files/:id/content',
  summary: 'Upload the next bytes of a file',
  response: file,
  errors: [
    'not_found',
    'wrong_offset',
    'payload_too_large',
    'unsupported_media_type',
    'storage_full',
    'storage_unavailable',
  ],
});

/** Changes what is said about a file. A new consent note ends an earlier withdrawal. */
export const updateFile = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/api/files/:id',
  summary: 'Change what is said about a file',
  body: fileDetails,
  response: file,
  errors: ['not_found', 'consent_missing', 'description_missing'],
});

/** Makes the public copy of a receipt anew, with the parts burnt in; an earlier one is gone at once. */
export const redactFile = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/api/files/:id/redactions',
  summary: 'Black out parts of a receipt',
  body: redactionInput,
  response: file,
  errors: ['not_found', 'file_not_ready'],
});

/** Shows a file to the public. 409 with what is still missing. */
export const publishFile = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/api/files/:id/publish',
  summary: 'Publish a file',
  response: file,
  errors: [
    'not_found',
    'file_not_ready',
    'consent_missing',
    'description_missing',
    'redaction_undecided',
  ],
});

/** Takes a file off every page, at once. */
export const unpublishFile = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/api/files/:id/unpublish',
  summary: 'Take a file off every page',
  response: file,
  errors: ['not_found'],
});

/** Notes that the consent was withdrawn, and takes the file off every page, at once. */
export const withdrawConsent = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/api/files/:id/withdraw-consent',
  summary: 'Note that a consent was withdrawn',
  body: z.object({ reason: requiredLine(500) }),
  response: file,
  errors: ['not_found'],
});

/** Deletes a file and everything made of it; a receipt that proves a payment stays. */
export const deleteFile = endpoint({
  ...ofOne,
  method: 'DELETE',
  path: '/api/files/:id',
  summary: 'Delete a file',
  errors: ['not_found', 'receipt_in_use'],
});
