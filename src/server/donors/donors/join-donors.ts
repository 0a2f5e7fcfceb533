import { sql } from 'kysely';
import type { DonorId } from '#contract/ids.ts';
import { carryOver, type DonorServices } from '#server/donors/donors/carry-over.ts';
import { linesAdded, withLine } from '#server/donors/donors/former-names.ts';
import { lockDonor, lockDonors } from '#server/donors/donors/lock-donors.ts';
import { isOtherAddress, recordChange } from '#server/donors/donors/record-change.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

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
    for (const [table, key] of Object.entries(keysOfJoined)) {
      const joined = await sql<{ key: string }>`update ${sql.table(table)} set donor_id = ${id}
        where donor_id = ${otherId} returning ${sql.ref(key)}::text as key`.execute(trx);
      rows[table] = joined.rows.map((row) => row.key);
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
    const subscription = await carryOver(trx, services, other, kept);
    // Links to all of a donor would show to the other address what is another person's, if this is a mistake.
    await trx.deleteFrom('statementLinks').where('donorId', '=', otherId).execute();
    await trx
      .deleteFrom('donorLinks')
      .where('email', '=', other.email?.toLowerCase() ?? '')
      .execute();
    // What came along has another address since now, or the one that it had.
    if (takesAddress || isOtherAddress(other.email, kept.email)) {
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

/** What goes along with a record that is joined into another one: the keys of the tables, by which it can be put back. */
export const keysOfJoined = {
  donations: 'id',
  donorMails: 'jobId',
  donorNotes: 'id',
  volunteerOffers: 'id',
  plans: 'id',
  giftAidDeclarations: 'id',
  inKindDonations: 'id',
} as const;
