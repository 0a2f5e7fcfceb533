import { sql } from 'kysely';
import type { NominationId, NominationNoteId, UserId } from '#contract/ids.ts';
import type { NominationNotes } from '#contract/vetting/nomination-notes.ts';
import { noteMinutes } from '#core/vetting/notes.ts';
import { approversOf } from '#server/people/approvals/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { userName } from '#server/platform/db/user-names.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mentioned } from '#server/vetting/notes/emails.ts';
import { mayChangeNote, mayRemoveNote } from '#server/vetting/notes/policy.ts';
import { listNotes } from '#server/vetting/notes/queries.ts';
import { findNomination } from '#server/vetting/reviews/lock-nomination.ts';

interface NoteInput {
  id: NominationId;
  text: string;
  mentions: UserId[];
}

/** Notes something about a nomination and tells whoever is mentioned. Once for each key. 404 for an unknown nomination. */
export async function addNominationNote(
  db: Db,
  actor: TeamMember,
  { id, text, mentions }: NoteInput,
  mailer: Mailer,
  idempotencyKey: string | null = null,
): Promise<NominationNotes> {
  demandRight(actor, 'nominations.decide');
  const scope = `nomination note ${userActor(actor)}`;
  const keyed = { key: idempotencyKey, scope, request: { id, text, mentions } };
  await oncePerKey(db, keyed, async (trx) => {
    const { reference } = await findNomination(trx, id);
    const note = { id: newId<NominationNoteId>() };
    await trx
      .insertInto('nominationNotes')
      .values({ ...note, nominationId: id, createdBy: actor.id, text })
      .execute();
    await mention(trx, actor, { id, reference, noteId: note.id, mentions }, mailer);
    await auditAction(trx, actor, 'nomination.note_added', id, {
      ...(mentions.length > 0 && { mentioned: mentions.length }),
    });
    return note;
  });
  return listNotes(db, actor, id);
}

interface OneNote {
  id: NominationId;
  noteId: NominationNoteId;
}

/** Corrects one's own note. 404 for an unknown one, 409 if it is somebody else's, too old, or removed. */
export async function changeNominationNote(
  db: Db,
  actor: TeamMember,
  { id, noteId, text, mentions }: OneNote & NoteInput,
  mailer: Mailer,
): Promise<NominationNotes> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute(async (trx) => {
    const { reference } = await findNomination(trx, id);
    const note = await lockNote(trx, { id, noteId });
    if (!mayChangeNote(note, actor, new Date())) {
      throw new AppError(
        'note_closed',
        `A note can be changed only by its writer, and only for ${noteMinutes} minutes. Add another one instead.`,
      );
    }
    const changed = await trx
      .updateTable('nominationNotes')
      .set({ text, changedAt: sql<string>`now()` })
      .where('id', '=', noteId)
      .where('text', '<>', text)
      .returning('id')
      .executeTakeFirst();
    await mention(trx, actor, { id, reference, noteId, mentions }, mailer);
    if (changed) await auditAction(trx, actor, 'nomination.note_changed', id);
  });
  return listNotes(db, actor, id);
}

/** Removes the words of a note; that it was there stays. 404 for an unknown one, 409 if the actor may not. */
export async function removeNominationNote(
  db: Db,
  actor: TeamMember,
  { id, noteId }: OneNote,
): Promise<NominationNotes> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute(async (trx) => {
    const note = await lockNote(trx, { id, noteId });
    if (!mayRemoveNote(note, actor)) {
      throw new AppError(
        'note_closed',
        note.removedAt === null
          ? 'A note can be removed only by its writer or by an owner.'
          : 'This note was removed already.',
      );
    }
    await trx.deleteFrom('nominationNoteMentions').where('noteId', '=', noteId).execute();
    await trx
      .updateTable('nominationNotes')
      .set({ text: '', removedAt: sql<string>`now()`, removedBy: actor.id })
      .where('id', '=', noteId)
      .execute();
    await auditAction(trx, actor, 'nomination.note_removed', id);
  });
  return listNotes(db, actor, id);
}

function lockNote(trx: Trx, { id, noteId }: OneNote) {
  return trx
    .selectFrom('nominationNotes')
    .select(['createdAt', 'createdBy', 'removedAt'])
    .where('id', '=', noteId)
    .where('nominationId', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('note'));
}

interface Mentions extends OneNote {
  reference: string;
  mentions: UserId[];
}

/** Stores whom a note mentions, and mails those who were not mentioned in it before. 400 for whoever may not read it. */
async function mention(
  trx: Trx,
  actor: TeamMember,
  { id, noteId, reference, mentions }: Mentions,
  mailer: Mailer,
): Promise<void> {
  const before = await trx
    .deleteFrom('nominationNoteMentions')
    .where('noteId', '=', noteId)
    .returning('userId')
    .execute();
  if (mentions.length === 0) return;
  // Locked, so that nobody is removed from the team before the mention is stored.
  await trx.selectFrom('users').select('id').where('id', 'in', mentions).forKeyShare().execute();
  const readers = await approversOf(trx, 'nominations.read');
  const people = mentions.map((userId) => readers.find((reader) => reader.id === userId));
  if (people.includes(undefined)) {
    throw new AppError('invalid_input', 'Somebody whom you mention cannot read this nomination.', {
      mentions: 'Must be people who can read this nomination',
    });
  }
  await trx
    .insertInto('nominationNoteMentions')
    .values(mentions.map((userId) => ({ noteId, userId })))
    .execute();
  const { author } = await trx
    .selectFrom('users')
    .select(userName().as('author'))
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  for (const person of people) {
    if (!person || person.id === actor.id) continue;
    if (before.some(({ userId }) => userId === person.id)) continue;
    const { email: to, firstName } = person;
    await mailer.enqueue(trx, mentioned(mailer.config, { to, firstName, author, reference, id }));
  }
}
