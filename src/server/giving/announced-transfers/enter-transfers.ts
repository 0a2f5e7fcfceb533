import type { z } from 'zod';
import type { enterTransfers as enterContract } from '#contract/giving/announced-transfers.ts';
import type { Deposit } from '#contract/giving/deposits.ts';
import type { BankLineId, DepositLineId } from '#contract/ids.ts';
import { formatDay } from '#core/platform/dates.ts';
import { sumCents } from '#core/platform/money.ts';
import { nameOfDonor } from '#server/giving/announced-transfers/policy.ts';
import {
  findEnteredDeposits,
  findNamedTransfers,
} from '#server/giving/announced-transfers/queries.ts';
import { insertDeposit } from '#server/giving/deposits/commands.ts';
import { getDeposit } from '#server/giving/deposits/queries.ts';
import { assertDaysOpen, keepMonthsAlone } from '#server/ledger/month-locks.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import { isStillReferenced, violates } from '#server/platform/db/database-errors.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { unknownCause } from '#server/vetting/causes/open-cause.ts';

/**
 * Begins a deposit with lines of the bank: with what was announced if they name it, or else with who paid, for the cause
 * that somebody chose. Whoever does it sees it as an open deposit then, and a second person confirms it as any other.
 */
export async function enterTransfers(
  db: Db,
  actor: TeamMember,
  { lineIds, causeId }: z.output<(typeof enterContract)['body']>,
  { settings }: Pick<Deps, 'settings'>,
): Promise<Deposit> {
  demandRight(actor, 'money.write');
  return db
    .transaction()
    .execute(async (trx) => {
      // Nobody matches one of these lines meanwhile.
      await keepMonthsAlone(trx);
      const lines = await findLines(trx, lineIds);
      await assertDaysOpen(
        trx,
        lines.map(({ bookedOn }) => bookedOn),
      );
      const named = await findNamedTransfers(trx, lines);
      const id = await insertDeposit(trx, actor, {
        title: titleOf(lines.map(({ bookedOn }) => bookedOn)),
        expectedCount: lines.length,
        expectedAmount: sumCents(lines.map(({ cents }) => cents)),
      });
      await trx
        .insertInto('depositLines')
        .values(
          lines.map(({ id: bankLineId, cents, bookedOn, counterparty }, position) => {
            const transfer = named.get(bankLineId);
            const donation = transfer ?? (causeId && { causeId, ...nameOfDonor(counterparty) });
            if (!donation) throw unknownReference();
            const { firstName, lastName } = donation;
            return {
              id: newId<DepositLineId>(),
              depositId: id,
              position,
              kind: 'transfer' as const,
              cents,
              receivedOn: bookedOn,
              checkNumber: '',
              causeId: donation.causeId,
              firstName,
              lastName,
              email: transfer?.email ?? '',
              note: '',
              bankLineId,
              expectedTransferId: transfer?.id ?? null,
            };
          }),
        )
        .execute();
      return getDeposit(trx, actor, id, { settings });
    })
    .catch((error) => {
      if (violates(error, 'deposit_lines_bank_line')) throw lineEntered();
      throw isStillReferenced(error) ? unknownCause() : error;
    });
}

/** The lines in the order of their days. Throws if one is matched, entered, or unknown. */
async function findLines(trx: Trx, ids: BankLineId[]) {
  const lines = await trx
    .selectFrom('bankLines')
    .select((row) => [
      'id',
      'bookedOn',
      'cents',
      'text',
      'counterparty',
      row
        .exists(row.selectFrom('bankMatches').select('id').whereRef('lineId', '=', 'bankLines.id'))
        .as('isMatched'),
    ])
    .where('id', 'in', ids)
    .orderBy('bookedOn')
    .orderBy('id')
    .execute();
  if (lines.length < ids.length) throw notFound('line of a bank account');
  if (lines.some(({ isMatched }) => isMatched)) {
    throw new AppError('line_matched', 'Somebody has already matched one of these lines.');
  }
  if ((await findEnteredDeposits(trx, ids)).size > 0) throw lineEntered();
  // Money that leaves is no donation, whatever it names.
  if (lines.some(({ cents }) => cents <= 0)) {
    throw new AppError('reference_unknown', 'One of these lines brought no money.');
  }
  return lines;
}

function unknownReference(): AppError {
  return new AppError(
    'reference_unknown',
    'One of these lines names no announced transfer, or several. Open it, and choose the cause that it is for.',
  );
}

function lineEntered(): AppError {
  return new AppError(
    'line_entered',
    'Somebody has already entered one of these lines into a deposit.',
  );
}

function titleOf(days: string[]): string {
  const [first = '', last = first] = [days[0], days.at(-1)];
  const period = first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`;
  return `Bank transfers, ${period}`;
}
