import { sql } from 'kysely';
import type { OperationsEntryId } from '#contract/ids.ts';
import type { OperationsEntry, TopUp } from '#contract/provider/card-costs.ts';
import { formatCents } from '#core/platform/money.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { assertFeesUnpaid } from '#server/provider/card-costs/policy.ts';
import { getOperationsEntry, readTotals } from '#server/provider/card-costs/queries.ts';

/**
 * Books money that the charity puts in for card costs, or takes out again. Honors the Idempotency-Key. 409 if it takes out
 * more than it has put in.
 */
export async function topUp(
  db: Db,
  actor: TeamMember,
  { amount, direction, reason }: TopUp,
  idempotencyKey: string | null,
): Promise<OperationsEntry> {
  demandRight(actor, 'money.write');
  const by = userActor(actor);
  const request = { amount, direction, reason };
  const cents = direction === 'in' ? amount : -amount;
  const once = { key: idempotencyKey, scope: `top up ${by}`, request };
  const booked = oncePerKey(db, once, async (trx) => {
    const entryId = newId<OperationsEntryId>();
    await trx
      .insertInto('operationsEntries')
      .values({
        id: entryId,
        kind: 'top_up',
        amountCents: cents,
        reason,
        actor: by,
        isReal: sql<boolean>`(select is_real from books)`,
      })
      .execute();
    await recordAudit(trx, {
      actor: by,
      action: direction === 'in' ? 'card_costs.topped_up' : 'card_costs.taken_out',
      subjectId: entryId,
      after: { amount },
      reason,
    });
    return { id: entryId };
  });
  const { id } = await booked.catch(async (error) => {
    throw violates(error, 'operations_totals_topped_up') ? await notPutIn(db) : error;
  });
  return getOperationsEntry(db, id);
}

/** The error of whoever takes out more than the charity has put in. */
async function notPutIn(db: Db): Promise<AppError> {
  const { toppedUp } = await readTotals(db);
  const most = Math.max(0, toppedUp);
  return new AppError(
    'not_put_in',
    most > 0
      ? `The charity has put in ${formatCents(most)} that it can take out again. The rest came from donors.`
      : 'The charity has nothing in here that it can take out again. What is here came from donors.',
    { amount: `At most ${formatCents(most)}` },
  );
}

/**
 * Books what a bank charged on a day, below zero, or what it paid back; with a reason, that it did not. Returns the id of
 * the entry. 409 if donations have paid what would not be a cost anymore; whoever books several at once asks
 * {@link assertFeesUnpaid} for their sum.
 */
export async function bookBankFee(
  trx: Trx,
  actor: TeamMember,
  { cents, countsOn, reason = '' }: { cents: number; countsOn: string; reason?: string },
): Promise<OperationsEntryId> {
  const id = newId<OperationsEntryId>();
  assertFeesUnpaid(await readTotals(trx), cents);
  await trx
    .insertInto('operationsEntries')
    .values({
      id,
      countsOn,
      reason,
      kind: 'bank_fee',
      amountCents: cents,
      actor: userActor(actor),
      isReal: sql<boolean>`(select is_real from books)`,
    })
    .execute();
  return id;
}
