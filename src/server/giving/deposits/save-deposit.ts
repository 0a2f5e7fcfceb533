import type { z } from 'zod';
import type { Deposit, saveDeposit as saveContract } from '#contract/giving/deposits.ts';
import type { BankLineId, DepositId, DepositLineId, ExpectedTransferId } from '#contract/ids.ts';
import { lockOpenDeposit } from '#server/giving/deposits/lock-deposit.ts';
import { refuseFutureLines, totalsOf } from '#server/giving/deposits/policy.ts';
import { getDeposit } from '#server/giving/deposits/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';

/** Saves an open deposit as it is now, whether it adds up or not. */
export async function saveDeposit(
  db: Db,
  actor: TeamMember,
  { id, revision, depositLines: lines, ...counted }: Saved,
  idempotencyKey: string | null,
  { settings }: Pick<Deps, 'settings'>,
): Promise<Deposit> {
  demandRight(actor, 'money.write');
  const scope = `deposit ${id} ${userActor(actor)}`;
  const request = { revision, lines, ...counted };
  return oncePerKey(db, { key: idempotencyKey, scope, request }, async (trx) => {
    const before = await lockOpenDeposit(trx, id, revision);
    refuseFutureLines(lines, (await settings.read(trx)).timeZone);
    await assertCausesKnown(trx, lines);
    const transfers = await readTransfers(trx, id, lines);
    await trx
      .updateTable('deposits')
      .set({
        title: counted.title,
        expectedCount: counted.expectedCount,
        expectedCents: counted.expectedAmount,
        revision: revision + 1,
      })
      .where('id', '=', id)
      .execute();
    await trx.deleteFrom('depositLines').where('depositId', '=', id).execute();
    if (lines.length > 0) {
      await trx
        .insertInto('depositLines')
        .values(
          lines.map(({ amount, bankLineId = null, ...line }, position) => ({
            ...line,
            depositId: id,
            position,
            cents: amount,
            bankLineId,
            expectedTransferId: transfers.get(bankLineId) ?? null,
            id: newId<DepositLineId>(),
          })),
        )
        .execute();
    }
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'deposit.saved',
      subjectId: id,
      before: totalsOf(before.lines),
      after: totalsOf(lines.map(({ amount }) => ({ cents: amount }))),
    });
    return getDeposit(trx, actor, id, { settings });
  });
}

type Saved = z.output<(typeof saveContract)['body']> & { id: DepositId };

/** Throws 400, and names the lines, if a cause is gone. Those that are there stay until the lines are saved. */
async function assertCausesKnown(trx: Trx, lines: Saved['depositLines']): Promise<void> {
  if (lines.length === 0) return;
  const ids = lines.map(({ causeId }) => causeId);
  const rows = await trx
    .selectFrom('causes')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const unknown = [...ids.entries()].filter(([, id]) => !known.has(id));
  if (unknown.length === 0) return;
  throw new AppError(
    'invalid_input',
    'Please choose causes from the list.',
    Object.fromEntries(
      unknown.map(([place]) => [`depositLines.${place}.causeId`, 'Choose a cause from the list']),
    ),
  );
}

/**
 * The announced transfer of each line of the bank that this deposit was made from. Others cannot be named here, and what
 * the bank says about amount and day is not for anybody to change.
 */
async function readTransfers(
  trx: Trx,
  id: DepositId,
  lines: Saved['depositLines'],
): Promise<Map<BankLineId | null, ExpectedTransferId | null>> {
  const entered = await trx
    .selectFrom('depositLines')
    .innerJoin('bankLines', 'bankLines.id', 'bankLineId')
    .select(['bankLineId', 'expectedTransferId', 'bankLines.cents', 'bookedOn'])
    .where('depositId', '=', id)
    .execute();
  const named = lines.filter(({ bankLineId }) => bankLineId !== undefined);
  const differs = named.some(
    ({ bankLineId, amount, receivedOn, kind }) =>
      kind !== 'transfer' ||
      !entered.some(
        (line) =>
          line.bankLineId === bankLineId && line.cents === amount && line.bookedOn === receivedOn,
      ),
  );
  if (differs || new Set(named.map(({ bankLineId }) => bankLineId)).size < named.length) {
    throw new AppError(
      'line_entered',
      'A line that was entered from the bank keeps its amount and its day. If it does not belong here, remove it.',
    );
  }
  return new Map(entered.map((line) => [line.bankLineId, line.expectedTransferId]));
}
