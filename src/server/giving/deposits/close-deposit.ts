import { sql } from 'kysely';
import type { Deposit } from '#contract/giving/deposits.ts';
import type { DepositId } from '#contract/ids.ts';
import { lockOpenDeposit } from '#server/giving/deposits/lock-deposit.ts';
import { assertComplete, refuseFutureLines, totalsOf } from '#server/giving/deposits/policy.ts';
import { getDeposit } from '#server/giving/deposits/queries.ts';
import { assertDaysOpen, keepMonths } from '#server/ledger/month-locks.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';

/** Closes a deposit, so that somebody else can confirm it. 409 with the numbers until count and total match. */
export function closeDeposit(
  db: Db,
  actor: TeamMember,
  { id, revision }: { id: DepositId; revision: number },
  { settings }: Pick<Deps, 'settings'>,
): Promise<Deposit> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    await keepMonths(trx);
    const deposit = await lockOpenDeposit(trx, id, revision);
    refuseFutureLines(deposit.lines, (await settings.read(trx)).timeZone);
    await assertDaysOpen(
      trx,
      deposit.lines.map(({ receivedOn }) => receivedOn),
    );
    assertComplete(deposit, deposit.lines);
    await trx
      .updateTable('deposits')
      .set({
        state: 'closed',
        closedBy: actor.id,
        closedAt: sql<string>`now()`,
        revision: revision + 1,
      })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'deposit.closed',
      subjectId: id,
      after: totalsOf(deposit.lines),
    });
    return getDeposit(trx, actor, id, { settings });
  });
}
