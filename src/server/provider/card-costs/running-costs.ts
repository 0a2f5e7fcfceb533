import { sql } from 'kysely';
import type { ExpenseId, OperationsEntryId } from '#contract/ids.ts';
import { formatCents } from '#core/platform/money.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { readTotals } from '#server/provider/card-costs/queries.ts';

/**
 * Books what an expense of a cause for running costs pays of card costs, on the day on which it was paid. 409 if they are
 * paid already: nobody can spend donations on costs to come.
 */
export async function bookRunningCosts(
  trx: Trx,
  expense: { id: ExpenseId; cents: number; paidOn: string; actor: string },
): Promise<void> {
  const { balance } = await readTotals(trx);
  if (expense.cents > -balance) throw await cardCostsPaid(trx);
  await insertRunningCosts(trx, { ...expense, countsOn: expense.paidOn });
}

/** Books that an expense does not pay card costs after all. */
export async function takeBackRunningCosts(
  trx: Trx,
  { id, cents, actor }: { id: ExpenseId; cents: number; actor: string },
): Promise<void> {
  await insertRunningCosts(trx, { id, cents: -cents, countsOn: null, actor });
}

/** The error of whoever pays more card costs than there are. */
export async function cardCostsPaid(db: Db): Promise<AppError> {
  const { balance } = await readTotals(db);
  const missingCents = Math.max(0, -balance);
  return new AppError(
    'card_costs_paid',
    missingCents > 0
      ? `Only ${formatCents(missingCents)} of card costs is not paid for yet.`
      : 'All card costs are paid for. If the charity paid them in advance, it can withdraw that on the page “Card Costs”.',
    { amount: `At most ${formatCents(missingCents)}` },
  );
}

async function insertRunningCosts(
  trx: Trx,
  entry: { id: ExpenseId; cents: number; countsOn: string | null; actor: string },
): Promise<void> {
  const { id: expenseId, cents: amountCents, countsOn, actor } = entry;
  await trx
    .insertInto('operationsEntries')
    .values({
      id: newId<OperationsEntryId>(),
      kind: 'running_costs',
      expenseId,
      amountCents,
      countsOn,
      actor,
      isReal: sql<boolean>`(select is_real from books)`,
    })
    .execute();
}
