import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, requiredText, timestamp } from '#contract/fields.ts';
import { nominationId, nominationNoteId, userId } from '#contract/ids.ts';

/* Notes of the team about a nomination. */

const colleague = z.object({ id: userId, name: z.string() });
export type Colleague = z.infer<typeof colleague>;

/** What somebody of the team noted about a nomination. */
export const nominationNote = z.object({
  id: nominationNoteId,
  createdAt: timestamp,
  /** Null if it was not corrected. */
  changedAt: timestamp.nullable(),
  /** Null once that person is removed. */
  author: z.string().nullable(),
  /** Empty once it was removed. */
  text: z.string(),
  /** Who is mentioned in it, as `@Name` in its text. */
  mentions: z.array(colleague),
  /** Null unless it was removed. */
  removedAt: timestamp.nullable(),
  removedBy: z.string().nullable(),
  /** Whether the reader may still correct it. */
  mayChange: z.boolean(),
  mayRemove: z.boolean(),
});
export type NominationNote = z.infer<typeof nominationNote>;

/** The notes about a nomination, oldest first, and who can be mentioned in one. */
export const nominationNotes = z.object({
  notes: z.array(nominationNote),
  colleagues: z.array(colleague),
});
export type NominationNotes = z.infer<typeof nominationNotes>;

/** Most people of one note. */
export const maxMentions = 10;

/** A note, with the people whom its text mentions. */
export const nominationNoteInput = z.object({
  text: requiredText(5_000),
  mentions: z
    .array(userId, 'Must be a list of people')
    .max(maxMentions, `At most ${maxMentions} people`)
    .refine((ids) => new Set(ids).size === ids.length, 'Each person only once')
    .default([]),
});

const shared = { tag: 'Nominations', response: nominationNotes } as const;
const writing = { ...shared, access: 'nominations.decide', recent: false } as const;
const notes = '/api/nominations/:id/notes';
const oneNote = z.object({ id: nominationId, noteId: nominationNoteId });

/** What the team noted about a nomination; nobody else ever sees it. */
export const listNominationNotes = endpoint(`GET ${notes}`, {
  ...shared,
  access: 'nominations.read',
  summary: 'List the notes about a nomination',
  params: idParams(nominationId),
  errors: ['not_found'],
});

/** Notes something. Whoever is mentioned gets an email with a link and nothing of the note. Honors `Idempotency-Key`. */
export const addNominationNote = endpoint(`POST ${notes}`, {
  ...writing,
  summary: 'Note something about a nomination',
  records: { 'nomination.note_added': 'Noted something about a nomination' },
  params: idParams(nominationId),
  body: nominationNoteInput,
  status: 201,
  errors: ['not_found', 'idempotency_key_reused'],
});

/** Corrects one's own note, for some minutes: `src/core/vetting/notes.ts`. Whoever is newly mentioned gets an email. */
export const changeNominationNote = endpoint(`POST ${notes}/:noteId`, {
  ...writing,
  summary: 'Correct a note about a nomination',
  records: { 'nomination.note_changed': 'Corrected a note about a nomination' },
  params: oneNote,
  body: nominationNoteInput,
  errors: ['not_found', 'note_closed'],
});

/** Removes the words of one's own note, or, as an owner, of any. That it was there stays. */
export const removeNominationNote = endpoint(`DELETE ${notes}/:noteId`, {
  ...writing,
  summary: 'Remove a note about a nomination',
  records: { 'nomination.note_removed': 'Removed a note about a nomination' },
  params: oneNote,
  errors: ['not_found', 'note_closed'],
});
