import { sql } from 'kysely';
import type { DonationId, RefundId } from '#contract/ids.ts';
import { coverInReturn } from '#core/ledger/card-costs.ts';
import { createDonationLink } from '#server/donors/donation-links/commands.ts';
import { reportDeficit } from '#server/giving/deficits/commands.ts';
import { returnMoney } from '#server/ledger/return-money.ts';
import { tellThatItFailed } from '#server/payments/refunds/alerts.ts';
import { donationRefunded } from '#server/payments/refunds/emails.ts';
import { providerActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Schema, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { bookCoverReturned } from '#server/provider/card-costs/book-cover.ts';
import { coverLeftSql } from '#server/provider/card-costs/queries.ts';
import { followReturns } from '#server/receipts/tax-receipts/end-receipt.ts';
import { tellOfChange } from '#server/receipts/tax-receipts/tell-donor.ts';

/**
 * Moves the money of a valid refund that is not booked yet. Returns whether it did. All refunds of a payment together
 * are never more than the payment.
 */
export async function bookRefund(
  trx: Trx,
  id: RefundId,
  source: string,
  mailer: Mailer,
): Promise<boolean | 'too much'> {
  const refund = await trx
    .selectFrom('refunds')
    .innerJoin('donations', 'donations.id', 'refunds.donationId')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select([
      'refunds.amountCents as refundCents',
      'refunds.requestedBy as actor',
      'refunds.reason',
      'refunds.bookedCents',
      'refunds.status',
      'donations.id as donationId',
      'donations.amountCents',
      'donations.coverCents as paidCoverCents',
      'donations.returnedCents',
      'donations.donorId',
      'donors.email',
      coverLeftSql.as('coverLeftCents'),
      sql<number>`(select sum(others.booked_cents)::bigint from refunds as others
        where others.donation_id = donations.id)`.as('refundedCents'),
    ])
    .where('refunds.id', '=', id)
    .executeTakeFirstOrThrow();
  const { status, donationId, refundCents, actor, reason, email } = refund;
  if (refund.bookedCents > 0 || (status !== 'pending' && status !== 'succeeded')) return false;
  const paidCents = refund.amountCents + refund.paidCoverCents;
  if (refund.refundedCents + refundCents > paidCents) return 'too much';
  // Not what was expected when it was requested: another refund may have come first.
  const coverCents = coverInReturn(refundCents, { ...refund, coverCents: refund.coverLeftCents });
  await trx
    .updateTable('refunds')
    .set({ bookedCents: refundCents, coverCents })
    .where('id', '=', id)
    .execute();
  const amountCents = refundCents - coverCents;
  await returnMoney(trx, 'refund', { donationId, amountCents, actor, source, reason });
  await bookCoverReturned(trx, { donationId, cents: coverCents, actor });
  await reportDeficit(trx, donationId, mailer);
  await recordAudit(trx, {
    actor,
    action: 'donation.refunded',
    subjectId: donationId,
    after: { refund: id, amount: amountCents, ...(coverCents > 0 && { cover: coverCents }) },
    reason,
  });
  const receiptChange = await followReturns(trx, donationId, mailer.settings.current());
  if (email === null) return true;
  const donationLink = await createDonationLink(trx, donationId, mailer);
  const about = { ...refund, coverCents, email, receiptChange };
  const mail = donationRefunded(mailer.config, about, donationLink);
  await mailer.enqueue(trx, { ...mail, donorId: refund.donorId });
  return true;
}

/** Reverses a booked refund: it failed at the bank, and the money never left. */
export async function reverseRefund(
  trx: Trx,
  refund: Pick<Schema['refunds'], 'donationId' | 'provider' | 'amountCents'> & {
    id: RefundId;
    bookedCents: number;
    coverCents: number;
  },
  source: string,
  mailer: Mailer,
): Promise<void> {
  const { id, donationId, provider, amountCents, coverCents } = refund;
  if (refund.bookedCents === 0 || donationId === null) return;
  const actor = providerActor(provider);
  await trx.updateTable('refunds').set({ bookedCents: 0 }).where('id', '=', id).execute();
  await returnMoney(trx, 'refund_reversal', {
    donationId,
    amountCents: amountCents - coverCents,
    actor,
    source,
    reason: 'The refund failed.',
  });
  await bookCoverReturned(trx, { donationId, cents: -coverCents, actor });
  await reportDeficit(trx, donationId, mailer);
  await recordAudit(trx, {
    actor,
    action: 'donation.refund_failed',
    subjectId: donationId,
    after: { refund: id, amount: amountCents },
  });
  const receiptChange = await followReturns(trx, donationId, mailer.settings.current());
  await tellOfChange(trx, donationId, receiptChange, mailer);
  await tellThatItFailed(trx, { id, donationId, amountCents }, mailer);
}

/**
 * Books the refunds that were reported before their donation was booked. One that is too large stays, and is refused
 * when the provider reports it again.
 */
export async function bookWaitingRefunds(
  trx: Trx,
  donation: { id: DonationId; paymentIntentId: string },
  source: string,
  mailer: Mailer,
): Promise<void> {
  const waiting = await trx
    .updateTable('refunds')
    .set({ donationId: donation.id })
    .where('paymentIntentId', '=', donation.paymentIntentId)
    .where('donationId', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of waiting) await bookRefund(trx, id, source, mailer);
}
