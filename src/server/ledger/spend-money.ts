import { sql } from 'kysely';
import type { Trx } from '#server/db/schema.ts';
import { recordMove } from '#server/ledger/record-move.ts';

/** So many cents of one allocation, for one payment. */
interface Share {
  allocationId: string;
  nominationId: string;
  spendingId: string;
  amountCents: number;
  actor: string;
  cause: string;
  reason?: string;
}

/** Moves cents of an allocation to a payment. The caller has locked the nomination, here and below. */
export function spendShare(trx: Trx, share: Share): Promise<void> {
  return moveShare(trx, 'spending', share);
}

/** Moves cents of an allocation back from a payment. */
export function unspendShare(trx: Trx, share: Share): Promise<void> {
  return moveShare(trx, 'spending_reversal', share);
}

/**
 * Takes cents of an allocation out of the payments they went into, newest first. Answers which, so that another
 * allocation can pay for them.
 */
export async function takeOutOfSpendings(
  trx: Trx,
  from: Omit<Share, 'spendingId'> & { donationId: string },
): Promise<{ spendingId: string; amountCents: number }[]> {
  const { donationId: _, amountCents, ...move } = from;
  const taken: { spendingId: string; amountCents: number }[] = [];
  let missing = amountCents;
  for (const share of await sharesOf(trx, { allocationId: from.allocationId })) {
    if (missing === 0) break;
    const part = {
      spendingId: share.spendingId,
      amountCents: Math.min(missing, share.amountCents),
    };
    await unspendShare(trx, { ...move, ...part });
    taken.push(part);
    missing -= part.amountCents;
  }
  return taken;
}

/** What payments hold of allocations now, newest payment first; the ledger knows. */
export async function sharesOf(
  trx: Trx,
  of: { allocationId: string } | { spendingId: string },
): Promise<{ allocationId: string; spendingId: string; amountCents: number }[]> {
  const held = sql<number>`sum(case kind when 'spending' then amount_cents else -amount_cents end)::bigint`;
  const { rows } = await sql<{ allocationId: string; spendingId: string; amountCents: number }>`
    select allocation_id, spending_id, ${held} as amount_cents
    from ledger_entries
    where kind in ('spending', 'spending_reversal')
      and ${'allocationId' in of ? sql`allocation_id = ${of.allocationId}` : sql`spending_id = ${of.spendingId}`}
    group by allocation_id, spending_id
    having ${held} > 0
    order by spending_id desc, allocation_id`.execute(trx);
  return rows;
}

async function moveShare(
  trx: Trx,
  kind: 'spending' | 'spending_reversal',
  { allocationId, nominationId, amountCents, ...move }: Share,
): Promise<void> {
  const cents = kind === 'spending' ? amountCents : -amountCents;
  const { donationId } = await trx
    .updateTable('allocations')
    .set((row) => ({ spentCents: row('spentCents', '+', cents) }))
    .where('id', '=', allocationId)
    .returning('donationId')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('nominations')
    .set((row) => ({ spentCents: row('spentCents', '+', cents) }))
    .where('id', '=', nominationId)
    .execute();
  await recordMove(trx, kind, {
    ...move,
    donationId,
    amountCents,
    allocation: { id: allocationId, nominationId },
  });
}
