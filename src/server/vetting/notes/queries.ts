import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { NominationId } from '#contract/ids.ts';
import type {
  Colleague,
  NominationNote,
  NominationNotes,
} from '#contract/vetting/nomination-notes.ts';
import { approversOf } from '#server/people/approvals/queries.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { userName, userNameOf } from '#server/platform/db/user-names.ts';
import { mayChangeNote, mayRemoveNote } from '#server/vetting/notes/policy.ts';
import { findNomination } from '#server/vetting/reviews/lock-nomination.ts';

/** The notes about a nomination, oldest first, and whom one can mention. 404 for an unknown nomination. */
export async function listNotes(
  db: Db,
  reader: TeamMember,
  id: NominationId,
): Promise<NominationNotes> {
  await findNomination(db, id);
  return { notes: await findNotes(db, reader, id), colleagues: await findColleagues(db, reader) };
}

async function findNotes(
  db: Db,
  reader: TeamMember,
  nominationId: NominationId,
): Promise<NominationNote[]> {
  const notes = await db
    .selectFrom('nominationNotes')
    .select((row) => [
      'id',
      'createdAt',
      'changedAt',
      'createdBy',
      'text',
      'removedAt',
      userNameOf('createdBy').as('author'),
      userNameOf('removedBy').as('removedBy'),
      jsonArrayFrom(
        row
          .selectFrom('nominationNoteMentions')
          .innerJoin('users', 'users.id', 'nominationNoteMentions.userId')
          .select(['users.id', userName().as('name')])
          .whereRef('noteId', '=', 'nominationNotes.id')
          .orderBy('users.id'),
      ).as('mentions'),
    ])
    .where('nominationId', '=', nominationId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const now = new Date();
  return notes.map(({ createdBy, ...note }) => ({
    ...note,
    mayChange: mayChangeNote({ ...note, createdBy }, reader, now),
    mayRemove: mayRemoveNote({ ...note, createdBy }, reader),
  }));
}

/** Everybody else who may read nominations in full, by name. */
async function findColleagues(db: Db, reader: TeamMember): Promise<Colleague[]> {
  const people = await approversOf(db, 'nominations.read');
  return people
    .filter(({ id }) => id !== reader.id)
    .map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || (one.id < other.id ? -1 : 1));
}
