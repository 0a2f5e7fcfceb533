import type { DepositId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/** Locks an open deposit that is as its caller has seen it. */
export async function lockOpenDeposit(trx: Trx, id: DepositId, revision?: number) {
  const deposit = await lockDeposit(trx, id);
  if (deposit.state !== 'open') {
    throw new AppError(
      'deposit_not_open',
      'This deposit is closed. It has to be sent back before it can be changed.',
    );
  }
  assertSeen(deposit, revision);
  return { ...deposit, lines: await lockedLines(trx, id) };
}

/** Locks a closed deposit that is as its caller has seen it. */
export async function lockClosedDeposit(trx: Trx, id: DepositId, revision?: number) {
  const deposit = await lockDeposit(trx, id);
  if (deposit.state === 'confirmed') {
    throw new AppError('already_confirmed', 'Somebody has already confirmed this deposit.');
  }
  if (deposit.state === 'open') {
    throw new AppError('deposit_not_closed', 'This deposit is open: it has to be closed first.');
  }
  assertSeen(deposit, revision);
  return { ...deposit, lines: await lockedLines(trx, id) };
}

function lockDeposit(trx: Trx, id: DepositId) {
  return trx
    .selectFrom('deposits')
    .select(['title', 'state', 'revision', 'expectedCount', 'expectedCents', 'closedBy'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('deposit'));
}

function assertSeen(deposit: { revision: number }, revision: number | undefined): void {
  if (revision === undefined || deposit.revision === revision) return;
  throw new AppError(
    'deposit_changed',
    'Somebody has changed this deposit in the meantime. Please reload the page and look again.',
  );
}

export function lockedLines(trx: Trx, id: DepositId) {
  return trx
    .selectFrom('depositLines')
    .innerJoin('causes', 'causes.id', 'depositLines.causeId')
    .select([
      'depositLines.id',
      'cents',
      'receivedOn',
      'bankLineId',
      'causeId',
      'causes.name as causeName',
      'isForRunningCosts',
      'firstName',
      'lastName',
      'email',
      'note',
    ])
    .where('depositId', '=', id)
    .orderBy('position')
    .execute();
}
