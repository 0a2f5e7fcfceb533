import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, requiredLine, requiredText, timestamp } from '#contract/fields.ts';
import { fileId, nominationId, updateId } from '#contract/ids.ts';

/* Updates about a need: drafts, their preview, and publishing them. */

/** What an update says about a need; "It did not work out" is as normal as the others. */
const updateKinds = ['progress', 'completed', 'did_not_work_out'] as const;
/** One of {@link updateKinds}. */
export type UpdateKind = (typeof updateKinds)[number];

/** {@link UpdateKind} as a schema. */
export const updateKind = z.enum(updateKinds, 'Choose a kind of update');

/** The progress of the mails of a published update. `total` = `waiting` + `sent` + `failed`. */
export const mailing = z.object({
  total: z.int(),
  /** Not handed to the mail server yet. */
  waiting: z.int(),
  sent: z.int(),
  /** Given up: they are in the list of mails that could not be sent. */
  failed: z.int(),
});
export type Mailing = z.infer<typeof mailing>;

/** What an administrator tells the public and, by email, the donors of a need, its nominator, and its followers. */
export const update = z.object({
  id: updateId,
  nominationId,
  createdAt: timestamp,
  kind: updateKind,
  title: z.string(),
  text: z.string(),
  /** Receipts, photos, and videos of the nomination, in the order in which they are shown. */
  fileIds: z.array(fileId),
  /** Null for a draft, which only administrators can see. */
  publishedAt: timestamp.nullable(),
  /** Null for a draft. */
  mailing: mailing.nullable(),
});
export type Update = z.infer<typeof update>;

/** An update as an administrator writes it. */
export const updateInput = z.object({
  kind: updateKind,
  title: requiredLine(120),
  text: requiredText(5000),
  fileIds: z.array(fileId, 'Must be a list of files').max(20, 'At most 20 files'),
});

/** The mail as one of its donors will get it, and who will get it. */
export const updatePreview = z.object({
  subject: z.string(),
  /** A complete document without scripts and without external content; pictures are data URLs. */
  html: z.string(),
  text: z.string(),
  /** People whose donations are allocated to the need, each counted once. */
  donors: z.int(),
  /** Whether the nominator gets it, too: not if one of the donors has the same address. */
  nominator: z.boolean(),
  /** Whether the nominator gets it only once a mail about a decision has left. */
  nominatorWaits: z.boolean(),
  /** People who asked to follow the need, without those above. */
  followers: z.int(),
  /** How many people opted out of such mails. */
  optedOut: z.int(),
  /** What must be done before it can be published, as sentences; empty if nothing must. */
  obstacles: z.array(z.string()),
});
export type UpdatePreview = z.infer<typeof updatePreview>;

const shared = { tag: 'Updates' } as const;

/** Every update of a nomination, newest first, including drafts. */
export const listUpdates = endpoint('GET /api/nominations/:id/updates', {
  ...shared,
  access: 'lists.read',
  params: idParams(nominationId),
  summary: 'List the updates of a nomination',
  response: z.array(update),
  errors: ['not_found'],
});

/** Creates a draft. Honors `Idempotency-Key`. */
export const createUpdate = endpoint('POST /api/nominations/:id/updates', {
  ...shared,
  access: 'pages.draft',
  recent: false,
  params: idParams(nominationId),
  summary: 'Create an update',
  records: { 'update.written': 'Wrote an update' },
  body: updateInput,
  response: update,
  status: 201,
  errors: ['not_found', 'file_unusable', 'idempotency_key_reused'],
});

/** Changes a draft. */
export const saveUpdate = endpoint('POST /api/updates/:id', {
  ...shared,
  access: 'pages.draft',
  recent: false,
  params: idParams(updateId),
  summary: 'Change the draft of an update',
  records: { 'update.changed': 'Changed an update' },
  body: updateInput,
  response: update,
  errors: ['not_found', 'file_unusable', 'already_published'],
});

/** Deletes a draft. */
export const deleteUpdate = endpoint('DELETE /api/updates/:id', {
  ...shared,
  access: 'pages.draft',
  recent: false,
  params: idParams(updateId),
  summary: 'Delete the draft of an update',
  records: { 'update.deleted': 'Deleted an update' },
  errors: ['not_found', 'already_published'],
});

/** The mail as a donor will see it. */
export const previewUpdate = endpoint('GET /api/updates/:id/preview', {
  ...shared,
  access: 'pages.draft',
  params: idParams(updateId),
  summary: 'Preview the mail of an update',
  response: updatePreview,
  errors: ['not_found'],
});

/**
 * Publishes an update on the public page, and mails it to the nominator and to every donor with money in the
 * need. The page and every file of the update must be published. Publishing twice sends the mails once.
 */
export const publishUpdate = endpoint('POST /api/updates/:id/publish', {
  ...shared,
  access: 'pages.publish',
  recent: true,
  params: idParams(updateId),
  summary: 'Publish an update and mail it to the donors',
  records: { 'update.published': 'Published an update' },
  response: update,
  errors: ['not_found', 'not_publishable', 'consent_missing'],
});
