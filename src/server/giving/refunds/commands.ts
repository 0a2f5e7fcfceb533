import { sql } from 'kysely';
import type { Refund } from '#contract/giving/refunds.ts';
import type { DonationId, RefundId } from '#contract/ids.ts';
import { adminPaths, donationPath } from '#contract/pages.ts';
import { formatCents } from '#core/money.ts';
import { reportDeficit } from '#server/giving/deficits/commands.ts';
import { createDonationLink } from '#server/giving/donation-links/commands.ts';
import {
  DefiniteFailure,
  type PaymentProvider,
  type RefundFact,
} from '#server/giving/payment-provider/provider.ts';
import { donationRefunded } from '#server/giving/refunds/emails.ts';
import { assertRefundable } from '#server/giving/refunds/policy.ts';
import { getRefund, requestedRefundsSql } from '#server/giving/refunds/queries.ts';
import { type Booking, booked, noted, refused } from '#server/ledger/booking.ts';
import { lockDonation } from '#server/ledger/lock-donation.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import { returnMoney } from '#server/ledger/return-money.ts';
import { type Administrator, providerActor, userActor } from '#server/platform/actor.ts';
import { raiseAlert } from '#server/platform/alerts/alerts.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Schema, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

// Events arrive in any order, but a refund only advances: a successful one may still fail, and that is final.
const rank = { requested: 0, pending: 1, succeeded: 2, failed: 3 } as const;

interface RefundInput {
  donationId: DonationId;
  amount: number;
  reason: string;
}

// How long an administrator waits for the provider's response, in milliseconds.
const patience = 9_000;

/**
 * Requests a refund from the provider. The request is stored first and reserves the money, so that the refund is
 * found again if the response gets lost. The ledger moves when the provider confirms, in its response or by an
 * event.
 */
export async function requestRefund(
  db: Db,
  actor: Administrator,
  input: RefundInput,
  idempotencyKey: string | null,
  payments: PaymentProvider,
  mailer: Mailer,
): Promise<Refund> {
  const { donationId, amount, reason } = input;
  const requestedBy = userActor(actor);
  const scope = `refund ${requestedBy}`;
  let isRepeat = true;
  const { id } = await oncePerKey(
    db,
    { key: idempotencyKey, scope, request: input },
    async (trx) => {
      isRepeat = false;
      await lockDonation(trx, donationId);
      const donation = await trx
        .selectFrom('donations')
        .innerJoin('checkouts', 'checkouts.id', 'donations.id')
        .select([
          'donations.paymentIntentId',
          'donations.amountCents',
          'donations.returnedCents',
          'donations.allocatedCents',
          'checkouts.provider',
          requestedRefundsSql.as('requestedCents'),
        ])
        .where('donations.id', '=', donationId)
        .executeTakeFirstOrThrow();
      assertRefundable(amount, donation, payments.name);
      const { provider, paymentIntentId } = donation;
      const refund = {
        id: newId<RefundId>(),
        provider,
        paymentIntentId,
        donationId,
        requestedBy,
        reason,
      };
      await trx
        .insertInto('refunds')
        .values({ ...refund, amountCents: amount, status: 'requested' })
        .execute();
      await recordAudit(trx, {
        actor: requestedBy,
        action: 'donation.refund_requested',
        subjectId: donationId,
        after: { refund: refund.id, amount },
        reason,
      });
      return { id: refund.id };
    },
  );
  await sendRequest(db, { id, isRepeat }, payments, mailer);
  return getRefund(db, id);
}

/**
 * Asks the provider for a refund that was requested. Outside of any transaction, because the provider may be
 * slow; it refunds only once for each id. `isRepeat`: an earlier request may have been carried out unheard.
 */
export async function sendRequest(
  db: Db,
  { id, isRepeat }: { id: RefundId; isRepeat: boolean },
  payments: PaymentProvider,
  mailer: Mailer,
): Promise<void> {
  const refund = await db
    .selectFrom('refunds')
    .select(['id', 'status', 'refundId', 'refusal', 'paymentIntentId', 'amountCents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (refund.status === 'failed' && refund.refundId === null) {
    throw new AppError(
      'refund_refused',
      refund.refusal ?? 'The payment provider refused this refund.',
    );
  }
  if (refund.status !== 'requested') return;
  try {
    const fact = await payments.refund({ ...refund, isRepeat }, AbortSignal.timeout(patience));
    const news = { provider: payments.name, fact, source: fact.refundId };
    await db.transaction().execute((trx) => recordRefund(trx, news, mailer));
  } catch (error) {
    if (!(error instanceof DefiniteFailure)) throw error;
    await db
      .updateTable('refunds')
      .set({ status: 'failed', refusal: error.refusal.message })
      .where('id', '=', id)
      .where('status', '=', 'requested')
      .execute();
    throw error.refusal;
  }
}

/**
 * Records what the provider says about a refund. Before its donation is booked, it waits for
 * `bookWaitingRefunds`.
 */
export async function recordRefund(
  trx: Trx,
  { provider, fact, source }: { provider: string; fact: RefundFact; source: string },
  mailer: Mailer,
): Promise<Booking> {
  const { refundId, paymentIntentId, amountCents, currency } = fact;
  await lockPayment(trx, paymentIntentId);
  const donation = await trx
    .selectFrom('donations')
    .select('id')
    .where('paymentIntentId', '=', paymentIntentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (currency !== 'usd') return refused(`a refund of ${amountCents} ${currency}`);
  if (amountCents <= 0) return refused('a refund of no amount');
  const known = await findRefund(trx, provider, fact);
  if (known && known.amountCents !== amountCents) {
    return refused(`a refund of ${amountCents} instead of ${known.amountCents} cents`);
  }
  // No word of the provider's, so any word of it counts.
  const isAssumed = known?.status === 'failed' && known.refundId === null;
  const isNews = !known || isAssumed || rank[fact.status] > rank[known.status];
  const id = known?.id ?? newId<RefundId>();
  const changes = {
    refundId,
    status: isNews ? fact.status : known.status,
    donationId: donation?.id ?? null,
  };
  if (known) {
    // Not booked yet under the new status: the constraint is checked for each statement.
    if (changes.status === 'failed') await reverse(trx, known, source, mailer);
    if (changes.status === 'failed' && known.status === 'requested') {
      await tellThatNothingLeft(trx, { ...known, donationId: changes.donationId }, mailer);
    }
    await trx
      .updateTable('refunds')
      .set({ ...changes, refusal: null })
      .where('id', '=', id)
      .execute();
    if (isAssumed && changes.status !== 'failed') {
      await tellThatItWasMade(trx, { ...known, donationId: changes.donationId }, mailer);
    }
  } else {
    await trx
      .insertInto('refunds')
      .values({
        id,
        provider,
        paymentIntentId,
        amountCents,
        requestedBy: providerActor(provider),
        ...changes,
      })
      .execute();
  }
  const isBooked = donation ? await book(trx, id, source, mailer) : false;
  if (isBooked === 'too much') {
    return refused(`a refund of ${amountCents} cents, which is more than is left of the payment`);
  }
  const isReversed = changes.status === 'failed' && (known?.bookedCents ?? 0) > 0;
  return isBooked || isReversed ? booked : noted;
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
  for (const { id } of waiting) await book(trx, id, source, mailer);
}

async function findRefund(trx: Trx, provider: string, { refundId, ...fact }: RefundFact) {
  const refunds = trx.selectFrom('refunds').selectAll().where('provider', '=', provider);
  const known = await refunds.where('refundId', '=', refundId).executeTakeFirst();
  if (known || fact.requestId === undefined) return known;
  return refunds
    .where('id', '=', fact.requestId)
    .where('refundId', 'is', null)
    .where('paymentIntentId', '=', fact.paymentIntentId)
    .executeTakeFirst();
}

/**
 * Moves the money of a valid refund that is not booked yet. Returns whether it did. All refunds of a payment together
 * are never more than the payment.
 */
async function book(
  trx: Trx,
  id: RefundId,
  source: string,
  mailer: Mailer,
): Promise<boolean | 'too much'> {
  const refund = await trx
    .selectFrom('refunds')
    .innerJoin('donations', 'donations.id', 'refunds.donationId')
    .select([
      'refunds.amountCents as refundCents',
      'refunds.requestedBy as actor',
      'refunds.reason',
      'refunds.bookedCents',
      'refunds.status',
      'donations.id as donationId',
      'donations.amountCents',
      'donations.firstName',
      'donations.email',
      sql<number>`(select sum(others.booked_cents)::bigint from refunds as others
        where others.donation_id = donations.id)`.as('refundedCents'),
    ])
    .where('refunds.id', '=', id)
    .executeTakeFirstOrThrow();
  const { status, donationId, refundCents, actor, reason } = refund;
  if (refund.bookedCents > 0 || (status !== 'pending' && status !== 'succeeded')) return false;
  if (refund.refundedCents + refundCents > refund.amountCents) return 'too much';
  await trx.updateTable('refunds').set({ bookedCents: refundCents }).where('id', '=', id).execute();
  await returnMoney(trx, 'refund', {
    donationId,
    amountCents: refundCents,
    actor,
    source,
    reason,
  });
  await reportDeficit(trx, donationId, mailer);
  await recordAudit(trx, {
    actor,
    action: 'donation.refunded',
    subjectId: donationId,
    after: { refund: id, amount: refundCents },
    reason,
  });
  const donationLink = await createDonationLink(trx, donationId, mailer);
  await mailer.enqueue(trx, donationRefunded(mailer.config, refund, donationLink));
  return true;
}

/** Reverses a booked refund: it failed at the bank, and the money never left. */
async function reverse(
  trx: Trx,
  refund: Pick<Schema['refunds'], 'donationId' | 'provider' | 'amountCents'> & {
    id: RefundId;
    bookedCents: number;
  },
  source: string,
  mailer: Mailer,
): Promise<void> {
  const { id, donationId, provider, amountCents } = refund;
  if (refund.bookedCents === 0 || donationId === null) return;
  const actor = providerActor(provider);
  await trx.updateTable('refunds').set({ bookedCents: 0 }).where('id', '=', id).execute();
  await returnMoney(trx, 'refund_reversal', {
    donationId,
    amountCents,
    actor,
    source,
    reason: 'The refund failed.',
  });
  await reportDeficit(trx, donationId, mailer);
  await recordAudit(trx, {
    actor,
    action: 'donation.refund_failed',
    subjectId: donationId,
    after: { refund: id, amount: amountCents },
  });
  await alertAbout(
    trx,
    { id, donationId },
    'A refund failed',
    `The refund of ${formatCents(amountCents)} was not accepted by the donor's bank, or was canceled at the payment provider, so the money is back in the donation. The donor was told about the refund: please contact them and find another way.`,
    mailer,
  );
}

type ToldRefund = Pick<Schema['refunds'], 'amountCents' | 'donationId'> & { id: RefundId };

/** A refund that was listed as refused was made after all: whoever requested it again has paid twice. */
function tellThatItWasMade(trx: Trx, refund: ToldRefund, mailer: Mailer): Promise<void> {
  const message = `The payment provider says that it made the refund of ${formatCents(refund.amountCents)} that was listed here as refused, so the books show it now. If it was requested again meanwhile, the donor gets both: please check.`;
  return alertAbout(trx, refund, 'A refused refund was made after all', message, mailer);
}

/** A refund that an administrator requested has failed before it was booked: nobody would hear of it otherwise. */
function tellThatNothingLeft(trx: Trx, refund: ToldRefund, mailer: Mailer): Promise<void> {
  const message = `The refund of ${formatCents(refund.amountCents)} that an administrator requested has failed. The money is still in the donation, and the donor was not told about a refund. Please request it again, or find another way.`;
  return alertAbout(trx, refund, 'A refund failed', message, mailer);
}

function alertAbout(
  trx: Trx,
  { id, donationId }: Pick<ToldRefund, 'id' | 'donationId'>,
  title: string,
  message: string,
  mailer: Mailer,
): Promise<void> {
  const path = donationId === null ? adminPaths.donations : donationPath(donationId);
  return raiseAlert(trx, { key: `refund:${id}`, title, message, path }, mailer);
}
