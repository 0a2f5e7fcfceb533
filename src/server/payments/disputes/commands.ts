import { sql } from 'kysely';
import { donationPath } from '#contract/admin-pages.ts';
import type { DisputeId, DonationId } from '#contract/ids.ts';
import { coverInReturn } from '#core/ledger/card-costs.ts';
import { runningStates } from '#core/plans/plans.ts';
import { bookCurrency, formatCents } from '#core/platform/money.ts';
import { reportDeficit } from '#server/giving/deficits/commands.ts';
import { type Booking, booked, noted, refused } from '#server/ledger/booking.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import { returnMoney } from '#server/ledger/return-money.ts';
import { providerActor } from '#server/platform/actor.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerting/raise-alert.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { bookCoverReturned } from '#server/provider/card-costs/book-cover.ts';
import { coverLeftSql } from '#server/provider/card-costs/queries.ts';
import type { DisputeFact } from '#server/provider/payment-provider/provider.ts';
import { followReturns } from '#server/receipts/tax-receipts/end-receipt.ts';
import { tellOfChange } from '#server/receipts/tax-receipts/tell-donor.ts';

// Events arrive in any order, but a dispute only advances. An appeal may still win a lost one.
const rank = { open: 0, closed: 1, lost: 2, won: 3 } as const;

/**
 * Records what the provider says about a dispute. Before its donation is booked, it waits for
 * `bookWaitingDisputes`.
 */
export async function recordDispute(
  trx: Trx,
  { provider, fact, source }: { provider: string; fact: DisputeFact; source: string },
  mailer: Mailer,
): Promise<Booking> {
  const { disputeId, paymentIntentId, amountCents, currency } = fact;
  await lockPayment(trx, paymentIntentId);
  const donation = await trx
    .selectFrom('donations')
    .select(['id', 'currency'])
    .where('paymentIntentId', '=', paymentIntentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const ours = donation?.currency ?? bookCurrency();
  if (currency !== ours.toLowerCase()) return refused(`a dispute of ${amountCents} ${currency}`);
  if (amountCents <= 0) return refused('a dispute of no amount');
  const known = await trx
    .selectFrom('disputes')
    .selectAll()
    .where('provider', '=', provider)
    .where('disputeId', '=', disputeId)
    .executeTakeFirst();
  const id = known?.id ?? newId<DisputeId>();
  const withdrawnCents = Math.max(fact.withdrawnCents, known?.withdrawnCents ?? 0);
  const reinstatedCents = Math.max(fact.reinstatedCents, known?.reinstatedCents ?? 0);
  const changes = {
    donationId: donation?.id ?? null,
    status: known && rank[known.status] >= rank[fact.status] ? known.status : fact.status,
    withdrawnCents,
    // A bank returns at most what it took.
    reinstatedCents: Math.min(reinstatedCents, withdrawnCents),
  };
  if (known) await trx.updateTable('disputes').set(changes).where('id', '=', id).execute();
  else {
    await trx
      .insertInto('disputes')
      .values({ id, provider, disputeId, paymentIntentId, amountCents, ...changes })
      .execute();
  }
  if (!donation) return noted;
  const isBooked = await book(trx, id, source, mailer);
  const isNews = changes.status !== known?.status;
  // A bank takes back a direct debit without a hearing: the first that anybody hears is that it is lost.
  const isUnwanted = changes.status === 'open' || (!known && changes.status === 'lost');
  if (isNews && isUnwanted) await askToPausePlan(trx, donation.id);
  if (isNews) await tell(trx, id, mailer);
  return isBooked || isNews ? booked : noted;
}

/** Books the disputes that were reported before their donation was booked. */
export async function bookWaitingDisputes(
  trx: Trx,
  donation: { id: DonationId; paymentIntentId: string },
  source: string,
  mailer: Mailer,
): Promise<void> {
  const waiting = await trx
    .updateTable('disputes')
    .set({ donationId: donation.id })
    .where('paymentIntentId', '=', donation.paymentIntentId)
    .where('donationId', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of waiting) {
    await book(trx, id, source, mailer);
    await askToPausePlan(trx, donation.id);
    await tell(trx, id, mailer);
  }
}

/**
 * Whoever disputes a payment of a recurring donation does not want the next one: it is paused until somebody has looked at
 * it. The provider is asked within a minute.
 */
async function askToPausePlan(trx: Trx, donationId: DonationId): Promise<void> {
  await trx
    .updateTable('plans')
    .set({ pauseRequestedAt: sql<string>`now()` })
    .where('id', '=', (row) =>
      row.selectFrom('donations').select('planId').where('donations.id', '=', donationId),
    )
    .where('state', 'in', runningStates)
    .execute();
}

/** Moves what the bank took or returned and is not booked yet. Returns whether there was anything. */
async function book(trx: Trx, id: DisputeId, source: string, mailer: Mailer): Promise<boolean> {
  const { donationCents, returnedCents, coverLeftCents, ...found } = await disputeOf(trx, id);
  const paid = { amountCents: donationCents, returnedCents, coverCents: coverLeftCents };
  const dispute = { ...found, paid };
  const { donationId, withdrawnCents, reinstatedCents } = dispute;
  const taken = withdrawnCents - dispute.bookedWithdrawnCents;
  const returned = reinstatedCents - dispute.bookedReinstatedCents;
  if (taken === 0 && returned === 0) return false;
  const coverTaken = taken > 0 ? coverInReturn(taken, dispute.paid) : 0;
  // What comes back, comes back to the donation first.
  const coverCents = dispute.coverCents + coverTaken;
  const donationTaken = withdrawnCents - dispute.bookedReinstatedCents - coverCents;
  const coverBack = Math.min(coverCents, Math.max(0, returned - donationTaken));
  await trx
    .updateTable('disputes')
    .set({
      bookedWithdrawnCents: withdrawnCents,
      bookedReinstatedCents: reinstatedCents,
      coverCents: coverCents - coverBack,
    })
    .where('id', '=', id)
    .execute();
  const actor = providerActor(dispute.provider);
  const move = { donationId, actor, source };
  if (taken > 0) {
    await returnMoney(trx, 'dispute', { ...move, amountCents: taken - coverTaken });
    await bookCoverReturned(trx, { donationId, cents: coverTaken, actor });
  }
  if (returned > 0) {
    await returnMoney(trx, 'dispute_reversal', { ...move, amountCents: returned - coverBack });
    await bookCoverReturned(trx, { donationId, cents: -coverBack, actor });
  }
  await reportDeficit(trx, donationId, mailer);
  const receiptChange = await followReturns(trx, donationId, mailer.settings.current());
  await tellOfChange(trx, donationId, receiptChange, mailer);
  return true;
}

/** Records the outcome of a dispute and alerts the team. */
async function tell(trx: Trx, id: DisputeId, mailer: Mailer): Promise<void> {
  const dispute = await disputeOf(trx, id);
  const { donationId, status, provider } = dispute;
  const taken = dispute.withdrawnCents - dispute.reinstatedCents;
  await recordAudit(trx, {
    actor: providerActor(provider),
    action: `donation.dispute_${status}`,
    subjectId: donationId,
    after: { dispute: id, amount: dispute.amountCents, taken },
  });
  const amount = formatCents(dispute.amountCents);
  const texts = {
    open: {
      title: `A payment of ${amount} is disputed`,
      message: `The donor's bank wants ${amount} of a donation back${taken > 0 ? `, and has taken ${formatCents(taken)} for now` : ''}. Please respond to the dispute (${dispute.disputeId}) at the payment provider before its deadline.${dispute.planId === null ? '' : ' The recurring donation that it belongs to is paused: please ask the donor before it goes on.'}`,
    },
    won: {
      title: `A dispute of ${amount} was won`,
      message: `The bank decided in our favor: the dispute of ${amount} was won, and the money returns to the donation.`,
    },
    lost: {
      title: `A dispute of ${amount} was lost`,
      message: `The bank decided in the donor's favor: the dispute of ${amount} was lost, and the donor keeps ${formatCents(taken)}.`,
    },
    closed: {
      title: `A dispute of ${amount} was closed`,
      message: `The donor's bank had asked about ${amount} of a donation, and has closed the case.`,
    },
  }[status];
  if (status !== 'open') await settleAlert(trx, `dispute:${id}:open`);
  await raiseAlert(
    trx,
    {
      key: `dispute:${id}:${status}`,
      ...texts,
      path: donationPath(donationId),
    },
    mailer,
  );
}

function disputeOf(trx: Trx, id: DisputeId) {
  return trx
    .selectFrom('disputes')
    .innerJoin('donations', 'donations.id', 'disputes.donationId')
    .selectAll('disputes')
    .select([
      'donations.id as donationId',
      'donations.planId',
      'donations.amountCents as donationCents',
      'donations.returnedCents',
      coverLeftSql.as('coverLeftCents'),
    ])
    .where('disputes.id', '=', id)
    .executeTakeFirstOrThrow();
}
