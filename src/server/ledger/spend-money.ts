import { sql } from 'kysely';
import type { AllocationId, DonationId, ExpenseId, NominationId } from '#contract/ids.ts';
import { spendOldestFirst } from '#core/ledger/ledger.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/* The balances and entries of an expense. */

/** Cents of one allocation, for one expense. */
interface Share {
  allocationId: AllocationId;
  nominationId: NominationId;
  expenseId: ExpenseId;
  amountCents: number;
  actor: string;
  source: string;
  reason?: string;
}

/** What an expense holds of an allocation. */
interface SharedExpense {
  allocationId: AllocationId;
  expenseId: ExpenseId;
  amountCents: number;
}

/**
 * Moves cents of a nomination to an expense, oldest allocation first. The caller has locked the nomination and
 * the chains of its donations, here and below. Throws RangeError if less than the amount is allocated and not spent.
 */
export async function spendMoney(
  trx: Trx,
  { amountCents, ...move }: Omit<Share, 'allocationId'>,
): Promise<void> {
  const unspent = await trx
    .selectFrom('allocations')
    .select(['id', sql<number>`amount_cents - spent_cents`.as('unspentCents')])
    .where('nominationId', '=', move.nominationId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  for (const share of spendOldestFirst(amountCents, unspent)) {
    await spendShare(trx, { ...move, allocationId: share.id, amountCents: share.amountCents });
  }
}

/** Moves cents of one allocation to an expense. */
export function spendShare(trx: Trx, share: Share): Promise<void> {
  return moveShare(trx, 'spending', share);
}

/** Undoes an expense: moves all that it holds of allocations back to them. */
export async function unspendAll(
  trx: Trx,
  { expenseId, ...move }: Omit<Share, 'allocationId' | 'amountCents'>,
): Promise<void> {
  for (const { allocationId, amountCents } of await sharesOf(trx, { expenseId })) {
    await unspendShare(trx, { ...move, expenseId, allocationId, amountCents });
  }
}

/** Moves cents of an allocation back from an expense. */
function unspendShare(trx: Trx, share: Share): Promise<void> {
  return moveShare(trx, 'spending_reversal', share);
}

/**
 * Removes cents of an allocation from the expenses that they went into, newest first. Returns which, so that
 * another allocation can pay for them.
 */
export async function takeOutOfExpenses(
  trx: Trx,
  from: Omit<Share, 'expenseId'> & { donationId: DonationId },
): Promise<{ expenseId: ExpenseId; amountCents: number }[]> {
  const { donationId: _, amountCents, ...move } = from;
  const taken: { expenseId: ExpenseId; amountCents: number }[] = [];
  let missing = amountCents;
  for (const share of await sharesOf(trx, { allocationId: from.allocationId })) {
    if (missing === 0) break;
    const part = {
      expenseId: share.expenseId,
      amountCents: Math.min(missing, share.amountCents),
    };
    await unspendShare(trx, { ...move, ...part });
    taken.push(part);
    missing -= part.amountCents;
  }
  return taken;
}

/** What expenses hold of allocations now, newest expense first, according to the ledger. */
async function sharesOf(
  trx: Trx,
  of: { allocationId: AllocationId } | { expenseId: ExpenseId },
): Promise<SharedExpense[]> {
  const held = sql<number>`sum(case kind when 'spending' then amount_cents else -amount_cents end)::bigint`;
  const { rows } = await sql<SharedExpense>`
    select allocation_id, expense_id, ${held} as amount_cents
    from ledger_entries
    where kind in ('spending', 'spending_reversal')
      and ${'allocationId' in of ? sql`allocation_id = ${of.allocationId}` : sql`expense_id = ${of.expenseId}`}
    group by allocation_id, expense_id
    having ${held} > 0
    order by expense_id desc, allocation_id`.execute(trx);
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
