import { sql } from 'kysely';
import type { DonorId, DonorNoteId } from '#contract/ids.ts';
import { noteMinutes } from '#core/vetting/notes.ts';
import { lockDonor, lockDonors } from '#server/donors/donors/lock-donors.ts';
import { mayChangeNote } from '#server/donors/donors/policy.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/** Sets the address that receipts of a donor show. 404 for an unknown id. */
export async function setPostalAddress(
  db: Db,
  actor: TeamMember,
  { id, postalAddress }: { id: DonorId; postalAddress: string },
): Promise<void> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    await lockDonors(trx);
    await lockDonor(trx, id);
    const changed = await trx
      .updateTable('donors')
      .set({ postalAddress })
      .where('id', '=', id)
      .where('postalAddress', '<>', postalAddress)
      .returning('id')
      .executeTakeFirst();
    if (changed)
      await auditAction(trx, actor, 'donor.corrected', id, { corrected: ['postalAddress'] });
  });
}

/** Notes something about a donor. 404 for an unknown id. */
export function addNote(
  db: Db,
  actor: TeamMember,
  { id, text }: { id: DonorId; text: string },
  idempotencyKey: string | null,
): Promise<{ id: DonorNoteId }> {
  demandRight(actor, 'money.write');
  const request = { id, text };
  const scope = `note ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request }, async (trx) => {
    const note = { id: newId<DonorNoteId>() };
    await lockDonor(trx, id);
    await trx
      .insertInto('donorNotes')
      .values({ ...note, donorId: id, createdBy: actor.id, text })
      .execute();
    await auditAction(trx, actor, 'donor.note_added', id);
    return note;
  });
}

/** Corrects one's own note. 404 for an unknown one, 409 if it is somebody else's or too old. */
export async function changeNote(
  db: Db,
  actor: TeamMember,
  { text, ...which }: OneNote & { text: string },
): Promise<void> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    await lockNote(trx, actor, which);
    const changed = await trx
      .updateTable('donorNotes')
      .set({ text, changedAt: sql<string>`now()` })
      .where('id', '=', which.noteId)
      .where('text', '<>', text)
      .returning('id')
      .executeTakeFirst();
    if (changed) await auditAction(trx, actor, 'donor.note_changed', which.id);
  });
}

/** Removes one's own note; refusals as for {@link changeNote}. */
export async function removeNote(db: Db, actor: TeamMember, which: OneNote): Promise<void> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    await lockNote(trx, actor, which);
    await trx.deleteFrom('donorNotes').where('id', '=', which.noteId).execute();
    await auditAction(trx, actor, 'donor.note_removed', which.id);
  });
}

interface OneNote {
  id: DonorId;
  noteId: DonorNoteId;
}

async function lockNote(trx: Trx, actor: TeamMember, { id, noteId }: OneNote): Promise<void> {
  const note = await trx
    .selectFrom('donorNotes')
    .select(['createdAt', 'createdBy'])
    .where('id', '=', noteId)
    .where('donorId', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('note'));
  if (mayChangeNote(note, actor, new Date())) return;
  throw new AppError(
    'note_closed',
    `A note can be changed only by its writer, and only for ${noteMinutes} minutes. Add another one instead.`,
  );
}
