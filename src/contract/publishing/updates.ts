import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, messageBody, requiredLine, requiredText, timestamp } from '#contract/fields.ts';
import { fileId, nominationId, updateId } from '#contract/ids.ts';

/** What an update says about a need; "It did not work out" is as normal as the others. */
const updateKinds = ['progress', 'completed', 'did_not_work_out'] as const;
/** One of {@link updateKinds}. */
export type UpdateKind = (typeof updateKinds)[number];

/** {@link UpdateKind} as a schema. */
export const updateKind = z.enum(updateKinds, 'Choose a kind of update');

/** How far the mails of a published update are. `total` = `waiting` + `sent` + `failed`. */
export const mailing = z.object({
  total: z.int(),
  /** Not handed to the mail server yet. */
  waiting: z.int(),
  sent: z.int(),
  /** Given up: in the list of mail that could not be sent. */
  failed: z.int(),
});
/** {@link mailing} as a type. */
export type Mailing = z.infer<typeof mailing>;

/** What an administrator tells everybody and, by mail, the donors of a need and its nominator. */
export const update = z.object({
  id: updateId,
  nominationId,
  createdAt: timestamp,
  kind: updateKind,
  title: z.string(),
  text: z.string(),
  /** Receipts, photos and videos of the nomination, in the order they are shown. */
  fileIds: z.array(fileId),
  /** Null while it is a draft that only administrators see. */
  publishedAt: timestamp.nullable(),
  /** Null for a draft. */
  mailing: mailing.nullable(),
});
/** {@link update} as a type. */
export type Update = z.infer<typeof update>;

/** An update as an administrator writes it. */
export const updateInput = z.object({
  kind: updateKind,
  title: requiredLine(120),
  text: requiredText(5000),
  fileIds: z.array(fileId, 'Must be a list of files').max(20, 'At most 20 files'),
});

/** The mail as one of its donors will get it, and whom it goes to. */
export const updatePreview = z.object({
  subject: z.string(),
  /** A whole document, without scripts and without anything from elsewhere; pictures are data addresses. */
  html: z.string(),
  text: z.string(),
  /** People with cents in the need, each counted once. */
  donors: z.int(),
  /** Whether the nominator gets it too: not if one of the donors has the same address. */
  nominator: z.boolean(),
  /** Who asked for no such mails and gets none. */
  optedOut: z.int(),
  /** What has to be done before it can be published, as sentences; empty when it can be. */
  obstacles: z.array(z.string()),
});
/** {@link updatePreview} as a type. */
export type UpdatePreview = z.infer<typeof updatePreview>;

const shared = { tag: 'Updates', access: 'administrator' } as const;

/** Every update of a nomination, newest first, drafts included. */
export const listUpdates = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/nominations/:id/updates',
  params: idParams(nominationId),
  summary: 'List the updates of a nomination',
  response: z.array(update),
  errors: ['not_found'],
});

/** Writes a draft. Honors `Idempotency-Key`. */
export const createUpdate = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/nominations/:id/updates',
  params: idParams(nominationId),
  summary: 'Write an update',
  body: updateInput,
  response: update,
  status: 201,
  errors: ['not_found', 'file_unusable', 'idempotency_key_reused'],
});

/** Changes a draft. */
export const saveUpdate = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/updates/:id',
  params: idParams(updateId),
  summary: 'Change an update that is not published',
  body: updateInput,
  response: update,
  errors: ['not_found', 'file_unusable', 'already_published'],
});

/** Removes a draft. */
export const deleteUpdate = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/updates/:id',
  params: idParams(updateId),
  summary: 'Delete an update that is not published',
  errors: ['not_found', 'already_published'],
});

/** The mail as a donor will see it. */
export const previewUpdate = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/updates/:id/preview',
  params: idParams(updateId),
  summary: 'Show an update as donors will get it',
  response: updatePreview,
  errors: ['not_found'],
});

/**
 * Publishes an update: on the public page at once, and one mail to every donor whose cents are in the need
 * and to the nominator. The page and every file of it must be published. Publishing twice sends once.
 */
export const publishUpdate = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/updates/:id/publish',
  params: idParams(updateId),
  summary: 'Publish an update and mail it to the donors',
  response: update,
  errors: ['not_found', 'not_publishable'],
});

/** The secret of the link in a mail that ends such mails. */
const token = z.string({ error: 'Required' }).min(1, 'Required').max(200);

/** Ends updates by mail for the address that the link was mailed to. Receipts and answers still come. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  summary: 'End updates by mail',
  tag: 'Updates',
  access: 'public',
  body: z.object({ token }),
  response: messageBody,
  errors: ['invalid_token', 'too_many_requests'],
});

/** Takes back {@link unsubscribe}, by the same link. */
export const subscribeAgain = endpoint({
  method: 'POST',
  path: '/api/subscribe-again',
  summary: 'Get updates by mail again',
  tag: 'Updates',
  access: 'public',
  body: z.object({ token }),
  response: messageBody,
  errors: ['invalid_token', 'too_many_requests'],
});
