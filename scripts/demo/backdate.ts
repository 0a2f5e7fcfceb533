import { type RawBuilder, sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';

/** Moves a row's timestamp into the past. */
export async function backdate(
  db: Db,
  column: `${'donations' | 'expected_transfers' | 'nominations' | 'allocations' | 'expenses' | 'updates'}.created_at`,
  id: string,
  daysAgo: number,
): Promise<void> {
  const [table, name] = column.split('.') as [string, string];
  await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${moment(daysAgo)} where id = ${id}`.execute(
    db,
  );
}

/** Makes a donor as old as the oldest of their donations, and when they last donated as the newest. */
export async function backdateDonor(db: Db, donationId: string): Promise<void> {
  await sql`update donors set created_at = oldest, last_donation_at = newest
    from (select donor_id, min(created_at) as oldest, max(created_at) as newest from donations group by donor_id) as given
    where given.donor_id = donors.id
      and donors.id = (select donor_id from donations where id = ${donationId})`.execute(db);
  await sql`update donor_mails set created_at = donors.last_donation_at from donors
    where donors.id = donor_id and donor_mails.created_at > donors.last_donation_at`.execute(db);
}

/** Moves the decisions about a nomination into the past, where their mail left and nobody can undo them anymore. */
export async function backdateDecisions(
  db: Db,
  nominationId: NominationId,
  daysAgo: number,
): Promise<void> {
  const then = moment(daysAgo);
  await sql`
    update nomination_decisions set created_at = ${then}, undoable_until = ${then}, mail_left_at = ${then}
    where nomination_id = ${nominationId} and mail_left_at is null`.execute(db);
  await db
    .updateTable('nominations')
    .set({ vettingStateSince: then })
    .where('id', '=', nominationId)
    .execute();
}

/** Moves entries of the ledger into the past. */
export async function backdateLedger(
  db: Db,
  which: RawBuilder<unknown>,
  daysAgo: number,
): Promise<void> {
  await withoutTrigger(db, 'ledger_entries', 'ledger_entries_append_only', async (trx) => {
    await sql`update ledger_entries set created_at = ${moment(daysAgo)} where ${which}`.execute(
      trx,
    );
    await rehash(trx, which);
  });
}

/** Moves what a donor added for card costs to the day of the donation. */
export async function backdateCover(db: Db, donationId: string, daysAgo: number): Promise<void> {
  await withoutTrigger(db, 'operations_entries', 'operations_entries_append_only', (trx) =>
    sql`update operations_entries set created_at = ${moment(daysAgo)}
      where donation_id = ${donationId}`.execute(trx),
  );
}

/**
 * Changes what rejects changes even from us. Only here, where the past is invented, is a trigger disabled that keeps
 * it.
 */
export async function withoutTrigger(
  db: Db,
  table: string,
  trigger: string,
  change: (trx: Trx) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`alter table ${sql.raw(`${table} disable trigger ${trigger}`)}`.execute(trx);
    await change(trx);
    await sql`alter table ${sql.raw(`${table} enable trigger ${trigger}`)}`.execute(trx);
  });
}

/** Computes the running hash of the affected donations anew, as only the owner of a database can. */
async function rehash(trx: Trx, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with recursive chain as (
      select entry.id, entry.donation_id, 1 as place, ledger_entry_hash('', 1, entry) as hash
      from ledger_entries as entry
      where position = 1 and donation_id in (select donation_id from ledger_entries where ${which})
      union all
      select entry.id, entry.donation_id, place + 1, ledger_entry_hash(chain.hash, place + 1, entry)
      from chain
      join ledger_entries as entry on entry.donation_id = chain.donation_id and position = place + 1
    ),
    rehashed as (
      update ledger_entries set hash = chain.hash from chain where ledger_entries.id = chain.id
      returning ledger_entries.donation_id, position, ledger_entries.hash
    )
    update ledger_chains set hash = rehashed.hash from rehashed
    where ledger_chains.donation_id = rehashed.donation_id and entries = position`.execute(trx);
}

/** Between 9 in the morning and 9 in the evening, and never in the future. */
export function moment(daysAgo: number): string {
  const now = Date.now();
  const day = new Date(now - daysAgo * 86_400_000);
  day.setHours(9 + ((daysAgo * 5) % 12), (daysAgo * 17) % 60, 0, 0);
  return new Date(Math.min(day.getTime(), now)).toISOString();
}
