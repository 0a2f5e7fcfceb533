import type { Refund } from '#contract/giving/donations.ts';
import type { DonationId, RefundId } from '#contract/ids.ts';
import { lockDonation } from '#server/ledger/lock-donation.ts';
import { requestedRefundsSql } from '#server/ledger/requested-refunds.ts';
import { sendRequest } from '#server/payments/refunds/ask-for-refund.ts';
import { coverToRefund, paymentToRefund } from '#server/payments/refunds/policy.ts';
import { findDonationLine, getRefund } from '#server/payments/refunds/queries.ts';
import { confirmStop, stopPlanWithin } from '#server/plans/plans/stop-plan.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { coverLeftSql } from '#server/provider/card-costs/queries.ts';
import type { PaymentProvider } from '#server/provider/payment-provider/provider.ts';

/**
 * Requests a refund from the provider. The request is stored first and reserves the money, so that the refund is found
 * again if the response gets lost. The ledger moves when the provider confirms, in its response or by an event.
 */
export async function requestRefund(
  db: Db,
  actor: TeamMember,
  input: RefundInput,
  idempotencyKey: string | null,
  payments: PaymentProvider,
  mailer: Mailer,
): Promise<Refund> {
  const { id } = await reserveRefund(db, actor, input, idempotencyKey, payments.name);
  try {
    await sendRequest(db, { id, timesAskedInVain: 0, isAttended: true }, payments, mailer);
  } finally {
    if (input.stopsPlan) {
      const { planId } = await findDonationLine(db, input.donationId);
      if (planId !== null) await confirmStop(db, planId, { payments, mailer });
    }
  }
  return getRefund(db, id);
}

/** Stores a request for a refund, which reserves the money, without making it. */
export function reserveRefund(
  db: Db,
  actor: TeamMember,
  input: RefundInput,
  idempotencyKey: string | null,
  providerName: PaymentProvider['name'],
): Promise<{ id: RefundId }> {
  demandRight(actor, 'money.write');
  const { donationId, amount, reason, stopsPlan = false } = input;
  const request = { donationId, amount, reason, ...(stopsPlan && { stopsPlan }) };
  const requestedBy = userActor(actor);
  const scope = `refund ${requestedBy}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request }, async (trx) => {
    await lockDonation(trx, donationId);
    const donation = await trx
      .selectFrom('donations')
      .select([
        'donations.paymentIntentId',
        'donations.amountCents',
        'donations.returnedCents',
        'donations.allocatedCents',
        'donations.spentBeforeCents',
        'donations.provider',
        'donations.planId',
        requestedRefundsSql.as('requestedCents'),
        coverLeftSql.as('coverCents'),
      ])
      .where('donations.id', '=', donationId)
      .executeTakeFirstOrThrow();
    const payment = paymentToRefund(amount, donation, providerName);
    const coverCents = coverToRefund(amount, donation);
    const refund = {
      id: newId<RefundId>(),
      ...payment,
      coverCents,
      donationId,
      requestedBy,
      reason,
    };
    await trx
      .insertInto('refunds')
      .values({ ...refund, amountCents: amount + coverCents, status: 'requested' })
      .execute();
    await recordAudit(trx, {
      actor: requestedBy,
      action: 'donation.refund_requested',
      subjectId: donationId,
      after: { refund: refund.id, amount, ...(coverCents > 0 && { cover: coverCents }) },
      reason,
    });
    if (stopsPlan) {
      if (donation.planId === null) {
        const message = 'This donation is not part of a recurring donation.';
        throw new AppError('invalid_input', message, { stopsPlan: message });
      }
      await stopPlanWithin(trx, actor, { id: donation.planId, reason });
    }
    return { id: refund.id };
  });
}

interface RefundInput {
  donationId: DonationId;
  amount: number;
  reason: string;
  /** Whether the recurring donation that it is a payment of is stopped as well. */
  stopsPlan?: boolean;
}
