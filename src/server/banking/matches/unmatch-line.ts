import type { MatchedLine } from '#contract/banking/bank-matches.ts';
import type { BankLineId, OperationsEntryId } from '#contract/ids.ts';
import { sumCents } from '#core/platform/money.ts';
import { findLine } from '#server/banking/matches/find-line.ts';
import { getBankLine, linesUndoneWith } from '#server/banking/matches/queries.ts';
import { assertDaysOpen, keepMonthsAlone } from '#server/ledger/month-locks.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { bookBankFee } from '#server/provider/card-costs/commands.ts';
import { assertFeesUnpaid } from '#server/provider/card-costs/policy.ts';
import { readTotals } from '#server/provider/card-costs/queries.ts';

/**
 * Takes back what was said of a line, and of the lines that are the other side of its transfers, once for each
 * Idempotency-Key.
 */
export function unmatchLine(
  db: Db,
  actor: TeamMember,
  { id, reason }: { id: BankLineId; reason: string },
  idempotencyKey: string | null,
): Promise<MatchedLine> {
  demandRight(actor, 'money.write');
  const scope = `unmatch line ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: { id, reason } }, async (trx) => {
    await keepMonthsAlone(trx);
    await findLine(trx, id);
    const lines = await linesUndoneWith(trx, id);
    const days = await trx
      .selectFrom('bankLines')
      .select('bookedOn')
      .where('id', 'in', lines)
      .execute();
    await assertDaysOpen(
      trx,
      days.map(({ bookedOn }) => bookedOn),
    );
    const undone = await trx
      .deleteFrom('bankMatches')
      .where('lineId', 'in', lines)
      .returning(['lineId', 'kind', 'cents', 'operationsEntryId'])
      .execute();
    if (!undone.some(({ lineId }) => lineId === id)) {
      throw new AppError('line_not_matched', 'This line is not matched.');
    }
    const charged = undone.filter((match) => match.operationsEntryId !== null && match.cents < 0);
    assertFeesUnpaid(await readTotals(trx), -sumCents(charged.map(({ cents }) => cents)));
    for (const { operationsEntryId } of undone) {
      if (operationsEntryId !== null) await takeBackFee(trx, actor, operationsEntryId, reason);
    }
    for (const lineId of lines) {
      const own = undone.filter((match) => match.lineId === lineId);
      await recordAudit(trx, {
        actor: userActor(actor),
        action: 'bank_line.unmatched',
        subjectId: lineId,
        before: {
          amount: sumCents(own.map(({ cents }) => cents)),
          matchedWith: own.map(({ kind }) => kind).join(', '),
        },
        reason,
      });
    }
    return getBankLine(trx, id);
  });
}

async function takeBackFee(
  trx: Trx,
  actor: TeamMember,
  id: OperationsEntryId,
  reason: string,
): Promise<void> {
  const { amountCents, countsOn } = await trx
    .selectFrom('operationsEntries')
    .select(['amountCents', 'countsOn'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (countsOn === null) throw new Error('The fee of a bank has a day');
  await bookBankFee(trx, actor, { cents: -amountCents, countsOn, reason });
}
