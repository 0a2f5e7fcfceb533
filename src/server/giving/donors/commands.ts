import { sql } from 'kysely';
import type { DonorInput } from '#contract/giving/donors.ts';
import type { DonorId, DonorNoteId } from '#contract/ids.ts';
import { mayChangeNote } from '#server/giving/donors/policy.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

interface Person {
  firstName: string;
  lastName: string;
  email: string | null;
}

/** Makes the mail that a donor gets at one address go to another one from now on. */
export type MoveSubscription = (
  trx: Trx,
  addresses: Record<'from' | 'to', string>,
) => Promise<void>;

/**
 * Corrects the name or the address of a donor. All mail that is written from now on goes there, also about donations
 * that were made before. 404 for an unknown id, 409 if the address is another donor's or the record was joined.
 */
export async function correctDonor(
  db: Db,
  actor: TeamMember,
  { id, email: typed, ...name }: DonorInput & { id: DonorId },
  moveSubscription: MoveSubscription,
): Promise<void> {
  demandRight(actor, 'money.write');
  const person = { ...name, email: typed === '' ? null : typed };
  await db
    .transaction()
    .execute(async (trx) => {
      const before = await lockDonor(trx, id);
      if (person.email === null && before.email !== null) throw addressRequired();
      const corrected = [
        ...(nameOf(before) === nameOf(person) ? [] : (['name'] as const)),
        ...(before.email === person.email ? [] : (['email'] as const)),
      ];
      if (corrected.length === 0) return;
      // An address that a joined record brought along may become the donor's own; they still have just one record.
      await trx
        .deleteFrom('donors')
        .where('joinedInto', '=', id)
        .where(sql`lower(email)`, '=', person.email?.toLowerCase() ?? null)
        .execute();
      await trx
        .updateTable('donors')
        .set({ ...person, formerly: withLine(before.formerly, before) })
        .where('id', '=', id)
        .execute();
      await moveAddress(trx, moveSubscription, before, person);
      await auditAction(trx, actor, 'donor.corrected', id, { corrected });
    })
    .catch((error) => {
      throw violates(error, 'donors_email') ? addressTaken() : error;
    });
}

/** Sets the address that receipts of a donor show. 404 for an unknown id. */
export async function setPostalAddress(
  db: Db,
  actor: TeamMember,
  { id, postalAddress }: { id: DonorId; postalAddress: string },
): Promise<void> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
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

/**
 * Joins another record of the same person into one, which gets its donations, mails, notes, and offers of time. The other one stays as
 * what its address leads to. A donation that is being booked for it meanwhile is waited for, and comes along.
 */
export async function joinDonors(
  db: Db,
  actor: TeamMember,
  { id, otherId }: { id: DonorId; otherId: DonorId },
  moveSubscription: MoveSubscription,
): Promise<void> {
  demandRight(actor, 'money.write');
  if (id === otherId) {
    throw new AppError('same_donor', 'These are the same record. Choose another one to join.');
  }
  await db.transaction().execute(async (trx) => {
    // Bookings lock one or two rows of it and wait; a lock on rows in another order could be waited for in a circle.
    await sql`lock table donors in share row exclusive mode`.execute(trx);
    const kept = await lockDonor(trx, id);
    const other = await lockDonor(trx, otherId);
    for (const table of [
      'donations',
      'donorMails',
      'donorNotes',
      'volunteerOffers',
      'statementLinks',
      'plans',
      'giftAidDeclarations',
      'inKindDonations',
    ] as const) {
      await trx.updateTable(table).set({ donorId: id }).where('donorId', '=', otherId).execute();
    }
    await trx
      .updateTable('donors')
      .set({ joinedInto: id, formerly: '' })
      .where((row) => row.or([row('id', '=', otherId), row('joinedInto', '=', otherId)]))
      .execute();
    const takesAddress = kept.email === null && other.email !== null;
    if (takesAddress) {
      await trx.updateTable('donors').set({ email: null }).where('id', '=', otherId).execute();
      await trx.updateTable('donors').set({ email: other.email }).where('id', '=', id).execute();
    }
    await sql`update donors as kept set
        formerly = ${withLine(kept.formerly, other, other.formerly)},
        postal_address = coalesce(nullif(kept.postal_address, ''), other.postal_address),
        created_at = least(kept.created_at, other.created_at),
        last_donation_at = greatest(kept.last_donation_at, other.last_donation_at)
      from donors as other where kept.id = ${id} and other.id = ${otherId}`.execute(trx);
    await moveAddress(trx, moveSubscription, other, kept);
    await auditAction(trx, actor, 'donor.joined', id, { donor: otherId });
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

interface OneNote {
  id: DonorId;
  noteId: DonorNoteId;
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
    await trx
      .updateTable('donorNotes')
      .set({ text, changedAt: sql<string>`now()` })
      .where('id', '=', which.noteId)
      .execute();
    await auditAction(trx, actor, 'donor.note_changed', which.id);
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

/** Whoever had no address gets no mail that could move. */
async function moveAddress(
  trx: Trx,
  moveSubscription: MoveSubscription,
  { email: from }: Person,
  { email: to }: Person,
): Promise<void> {
  if (from !== null && to !== null) await moveSubscription(trx, { from, to });
}

/** Locks a donor's own record, not one that was joined into another. */
async function lockDonor(trx: Trx, id: DonorId) {
  const { joinedInto, erasedAt, ...donor } = await trx
    .selectFrom('donors')
    .select(['firstName', 'lastName', 'email', 'formerly', 'joinedInto', 'erasedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('donor'));
  if (joinedInto !== null) {
    throw new AppError(
      'donor_joined',
      'This record was joined into another one meanwhile. Reload the page to see that one.',
    );
  }
  if (erasedAt !== null) {
    throw new AppError('donor_erased', 'This donor was erased, so nothing about them is stored.');
  }
  return donor;
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
    'A note can be changed only by its writer, and only for 15 minutes. Add another one instead.',
  );
}

function nameOf({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`;
}

/** What a donor was called before, with what is known from earlier times. */
function withLine(known: string, before: Person, ...earlier: string[]): string {
  const lines = [known, ...earlier].flatMap((text) => text.split('\n'));
  const who = [nameOf(before), ...(before.email === null ? [] : [before.email])].join(', ');
  const all = [who, ...lines].filter((line) => line !== '');
  return [...new Set(all)].join('\n');
}

function addressRequired(): AppError {
  const message = 'Required';
  return new AppError('invalid_input', 'Enter the email address of this donor.', {
    email: message,
  });
}

function addressTaken(): AppError {
  const message = 'Another donor has this address. Join the two records instead.';
  return new AppError('donor_address_taken', message, { email: message });
}
