import { sql } from 'kysely';
import type { DonorInput } from '#contract/donors/donors.ts';
import type { DonorId, DonorNoteId } from '#contract/ids.ts';
import { isHoldingSql } from '#server/donors/donors/held-links.ts';
import { addressTaken, lockDonor, lockDonors } from '#server/donors/donors/lock-donors.ts';
import { mayChangeNote } from '#server/donors/donors/policy.ts';
import { isMoved, type Person, recordChange } from '#server/donors/donors/record-change.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import type { MovedSubscription } from '#server/platform/db/column-types.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

type Addresses = Record<'from' | 'to', string>;

/** What changing who a donor is needs. */
export interface DonorServices {
  mailer: Mailer;
  /** Makes the updates that a donor gets at one address go to another one from now on. */
  moveSubscription: (trx: Trx, addresses: Addresses) => Promise<MovedSubscription>;
  /** Undoes that. */
  moveSubscriptionBack: (trx: Trx, addresses: Addresses, moved: MovedSubscription) => Promise<void>;
}

/**
 * Corrects the name or the address of a donor. All mail that is written from now on goes there, also about donations
 * that were made before. 404 for an unknown id, 409 if the address is another donor's, or one that takes taking a correction
 * back, or if the record was joined.
 */
export async function correctDonor(
  db: Db,
  actor: TeamMember,
  { id, email: typed, ...name }: DonorInput & { id: DonorId },
  services: DonorServices,
): Promise<void> {
  demandRight(actor, 'money.write');
  const person = { ...name, email: typed === '' ? null : typed };
  await db
    .transaction()
    .execute(async (trx) => {
      await lockDonors(trx);
      const before = await lockDonor(trx, id);
      if (person.email === null && before.email !== null) throw addressRequired();
      const corrected = [
        ...(nameOf(before) === nameOf(person) ? [] : (['name'] as const)),
        ...(before.email === person.email ? [] : (['email'] as const)),
      ];
      if (corrected.length === 0) return;
      await refuseWhatWasJustLeft(trx, id, before, person);
      // An address that a joined record brought along may become the donor's own: it leads to them anyway.
      await trx
        .updateTable('donors')
        .set({ email: null })
        .where('joinedInto', '=', id)
        .where(sql`lower(email)`, '=', person.email?.toLowerCase() ?? null)
        .execute();
      await trx
        .updateTable('donors')
        .set({ ...person, formerly: withLine(before.formerly, before) })
        .where('id', '=', id)
        .execute();
      const kept = {
        addressChangedAt: before.addressChangedAt,
        lines: linesAdded(before.formerly, before),
        subscription: await moveAddress(trx, services, before, person),
        join: null,
      };
      const change = { donorId: id, otherId: null, madeBy: actor.id, before, kept };
      await recordChange(trx, { ...change, address: person.email }, services.mailer);
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

/** What moves with a record that is joined into another one: the keys of the tables, by which it can be put back. */
export const keysOfMoved = {
  donations: 'id',
  donorMails: 'jobId',
  donorNotes: 'id',
  volunteerOffers: 'id',
  plans: 'id',
  giftAidDeclarations: 'id',
  inKindDonations: 'id',
} as const;

/**
 * Joins another record of the same person into one, which gets its donations, mails, notes, and offers of time. The other one stays as
 * what its address leads to. A donation that is being booked for it meanwhile is waited for, and comes along.
 */
export async function joinDonors(
  db: Db,
  actor: TeamMember,
  { id, otherId }: { id: DonorId; otherId: DonorId },
  services: DonorServices,
): Promise<void> {
  demandRight(actor, 'money.write');
  if (id === otherId) {
    throw new AppError('same_donor', 'These are the same record. Choose another one to join.');
  }
  await db.transaction().execute(async (trx) => {
    await lockDonors(trx);
    const kept = await lockDonor(trx, id);
    const other = await lockDonor(trx, otherId);
    const rows: Record<string, string[]> = {};
    for (const [table, key] of Object.entries(keysOfMoved)) {
      const moved = await sql<{ key: string }>`update ${sql.table(table)} set donor_id = ${id}
        where donor_id = ${otherId} returning ${sql.ref(key)}::text as key`.execute(trx);
      rows[table] = moved.rows.map((row) => row.key);
    }
    const records = await trx
      .updateTable('donors')
      .set({ joinedInto: id, formerly: '' })
      .where((row) => row.or([row('id', '=', otherId), row('joinedInto', '=', otherId)]))
      .returning('id')
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
    const subscription = await moveAddress(trx, services, other, kept);
    // Links to all of a donor would show to the other address what is another person's, if this is a mistake.
    await trx.deleteFrom('statementLinks').where('donorId', '=', otherId).execute();
    await trx
      .deleteFrom('donorLinks')
      .where('email', '=', other.email?.toLowerCase() ?? '')
      .execute();
    // What came along has another address since now, or the one that it had.
    if (takesAddress || isMoved(other.email, kept.email)) {
      await trx
        .updateTable('donors')
        .set({ addressChangedAt: takesAddress ? other.addressChangedAt : sql<string>`now()` })
        .where('id', '=', id)
        .execute();
    }
    const { email, addressChangedAt, postalAddress, createdAt } = kept;
    const toPutBack = {
      addressChangedAt: other.addressChangedAt,
      lines: linesAdded(kept.formerly, other, other.formerly),
      subscription,
      join: {
        rows,
        records: records.map((record) => record.id),
        formerly: other.formerly,
        stayed: { email, addressChangedAt, postalAddress, createdAt },
      },
    };
    const change = { donorId: id, otherId, madeBy: actor.id, before: other, kept: toPutBack };
    await recordChange(trx, { ...change, address: kept.email ?? other.email }, services.mailer);
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
  { moveSubscription }: DonorServices,
  { email: from }: Person,
  { email: to }: Person,
): Promise<MovedSubscription | null> {
  return from !== null && to !== null && isMoved(from, to)
    ? moveSubscription(trx, { from, to })
    : null;
}

/**
 * An address that a donor had until a correction of the last days comes back with that correction: what was given since then
 * with the other address must not come along.
 */
async function refuseWhatWasJustLeft(
  trx: Trx,
  id: DonorId,
  before: Person,
  { email }: Person,
): Promise<void> {
  if (!isMoved(before.email, email)) return;
  const left = await trx
    .selectFrom('donorChanges')
    .select('id')
    .where('donorId', '=', id)
    .where('kind', '=', 'correction')
    .where(isHoldingSql)
    .where(sql`lower(email)`, '=', email?.toLowerCase() ?? null)
    .executeTakeFirst();
  if (!left) return;
  const message = 'They had this address before. Take the correction back instead.';
  throw new AppError('take_back_instead', message, { email: message });
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

/** The lines of {@link withLine} that were not known. */
function linesAdded(known: string, before: Person, ...earlier: string[]): string[] {
  const lines = new Set(known.split('\n'));
  return withLine(known, before, ...earlier)
    .split('\n')
    .filter((line) => !lines.has(line));
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
