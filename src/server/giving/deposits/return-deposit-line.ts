import { sql } from 'kysely';
import type { Deposit } from '#contract/giving/deposits.ts';
import type { DepositId, DepositLineId, DonationId } from '#contract/ids.ts';
import { type LineReturn, returnsOf } from '#core/giving/deposits.ts';
import { reportDeficit } from '#server/giving/deficits/commands.ts';
import { getDeposit } from '#server/giving/deposits/queries.ts';
import { lockDonation } from '#server/ledger/lock-donation.ts';
import { keepMonths } from '#server/ledger/month-locks.ts';
import { returnMoney } from '#server/ledger/return-money.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { followReturns } from '#server/receipts/tax-receipts/end-receipt.ts';
import { tellOfChange } from '#server/receipts/tax-receipts/tell-donor.ts';

/** Takes the money of a confirmed line out of its donation. A deficit of what was allocated of it is reported. */
export function returnDepositLine(
  db: Db,
  actor: TeamMember,
  input: { id: DepositLineId; how: LineReturn; reason: string },
  idempotencyKey: string | null,
  { settings, mailer }: Pick<Deps, 'settings' | 'mailer'>,
): Promise<Deposit> {
  demandRight(actor, 'money.write');
  const { id, how, reason } = input;
  const scope = `return deposit line ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    await keepMonths(trx);
    const { donationId, depositId, kind } = await trx
      .selectFrom('depositLines')
      .select(['donationId', 'depositId', 'kind'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('line of a deposit'));
    if (donationId === null) {
      throw new AppError(
        'deposit_not_confirmed',
        'This deposit is not confirmed yet, so the line can still be changed.',
      );
    }
    if (!returnsOf(kind).includes(how)) {
      throw new AppError(
        'line_cannot_bounce',
        'Only a check or a bank transfer can bounce. If this line was wrong, reverse it.',
      );
    }
    await lockDonation(trx, donationId);
    const returned = await trx
      .updateTable('depositLines')
      .set({
        returnedAs: how,
        returnedReason: reason,
        returnedBy: actor.id,
        returnedAt: sql<string>`now()`,
      })
      .where('id', '=', id)
      // Behind the lock: another call may have returned it in the meantime.
      .where('returnedAs', 'is', null)
      .returning('cents')
      .executeTakeFirst();
    if (!returned) {
      throw new AppError('already_returned', 'The money of this line has already left again.');
    }
    if (how === 'reversal') await assertNotAtBank(trx, donationId, depositId);
    const move = { donationId, amountCents: returned.cents, actor: userActor(actor) };
    await returnMoney(trx, how, { ...move, source: `deposit line:${id}`, reason });
    await reportDeficit(trx, donationId, mailer);
    const receiptChange = await followReturns(trx, donationId, await settings.read(trx));
    await tellOfChange(trx, donationId, receiptChange, mailer);
    await recordAudit(trx, {
      actor: userActor(actor),
      action: how === 'bounce' ? 'donation.bounced' : 'donation.reversed',
      subjectId: donationId,
      after: { amount: returned.cents },
      reason,
    });
    return getDeposit(trx, actor, depositId, { settings });
  });
}

/**
 * Throws 409 if lines of a bank say that more came than the deposit has after a reversal, which says that it never came.
 * Whoever matches lines waits for the months that we hold.
 */
async function assertNotAtBank(trx: Trx, donationId: DonationId, depositId: DepositId) {
  const { left, ofDonation, ofAll } = await trx
    .selectNoFrom([
      sql<number>`coalesce((select sum(cents) from deposit_lines
        where deposit_id = ${depositId} and returned_as is distinct from 'reversal'), 0)::bigint`.as(
        'left',
      ),
      sql<number>`coalesce((select sum(cents) from bank_matches
        where donation_id = ${donationId} and cents > 0), 0)::bigint`.as('ofDonation'),
      sql<number>`coalesce((select sum(cents) from bank_matches where cents > 0 and (deposit_id = ${depositId}
        or donation_id in (select donation_id from deposit_lines where deposit_id = ${depositId}))), 0)::bigint`.as(
        'ofAll',
      ),
    ])
    .executeTakeFirstOrThrow();
  if (ofDonation === 0 && ofAll <= left) return;
  throw new AppError(
    'bank_matched',
    'A line of a bank account says that this money came. Undo the match of that line first, or say that the payment bounced.',
  );
}
