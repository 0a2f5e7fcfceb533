import { sql } from 'kysely';
import type { CauseId, DonationId } from '#contract/ids.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';

/* The entries of a donation that goes to another cause, and which causes it had before. */

const sourceOf = (causeId: CauseId) => `cause:${causeId}`;

/**
 * Moves all of a donation from its cause to another one, with an entry out of the one and one into the other. The caller
 * has locked the donation, of which everything waits; the database refuses anything else.
 */
export async function moveToOtherCause(
  trx: Trx,
  {
    donationId,
    amountCents,
    from,
    to,
    actor,
  }: { donationId: DonationId; amountCents: number; from: CauseId; to: CauseId; actor: string },
): Promise<void> {
  const move = { donationId, amountCents, actor };
  await recordMove(trx, 'cause_left', { ...move, source: sourceOf(from) });
  await recordMove(trx, 'cause_joined', { ...move, source: sourceOf(to) });
  await trx.updateTable('donations').set({ causeId: to }).where('id', '=', donationId).execute();
}

/** The id of the cause that an entry was out of or into: what its source says after the colon. */
const causeInSource = sql<CauseId>`split_part(moved.source, ':', 2)::uuid`;

/** The cause that a donation had when an entry was written, for a query on entries and their donations. */
export const causeOfEntrySql = sql<CauseId>`coalesce((
  select ${causeInSource} from ledger_entries as moved
  where moved.donation_id = ledger_entries.donation_id and moved.kind = 'cause_left'
    and moved.position >= ledger_entries.position
  order by moved.position limit 1), donations.cause_id)`;

/** The causes that a donation had before, the oldest first, and until when. */
export function listFormerCauses(
  db: Db,
  id: DonationId,
): Promise<{ name: string; until: string }[]> {
  return db
    .selectFrom('ledgerEntries as moved')
    .innerJoin('causes', (join) => join.on('causes.id', '=', causeInSource))
    .select(['causes.name', 'moved.createdAt as until'])
    .where('moved.donationId', '=', id)
    .where('moved.kind', '=', 'cause_left')
    .orderBy('moved.position')
    .execute();
}

/** Whether a donation has ever left a cause: where its money came from must stay known. */
export const wasLeftSql = (id: CauseId) =>
  sql<boolean>`exists (select from ledger_entries where kind = 'cause_left' and source = ${sourceOf(id)})`;
