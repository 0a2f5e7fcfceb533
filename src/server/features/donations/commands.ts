import { sql } from 'kysely';
import { formatCents } from '#core/money.ts';
import { violates } from '#server/db/errors.ts';
import { hashRequest, refuseOtherRequest } from '#server/db/idempotency.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db, DonorDetails, Trx } from '#server/db/schema.ts';
import { donationReceipt } from '#server/features/donations/emails.ts';
import type { PaymentProvider } from '#server/features/payments/provider.ts';
import { AppError } from '#server/http/app-error.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import type { Mailer } from '#server/mail/mailer.ts';

interface DonationInput extends DonorDetails {
  amount: number;
  causeId: string;
}

// Stripe's shortest session is 30 minutes; an hour leaves room to look for a card.
const checkoutMinutes = 60;

/**
 * Starts a checkout with the payment provider and answers where the donor pays. The same
 * Idempotency-Key answers the same checkout; 422 when it comes with another donation.
 */
export async function startDonation(
  db: Db,
  { amount, causeId, ...details }: DonationInput,
  idempotencyKey: string | null,
  limits: { minCents: number; maxCents: number },
  payments: PaymentProvider,
): Promise<{ url: string }> {
  if (amount < limits.minCents || amount > limits.maxCents) {
    const message = `Must be between ${formatCents(limits.minCents)} and ${formatCents(limits.maxCents)}`;
    throw new AppError('invalid_input', `Please check the amount. ${message}.`, {
      amount: message,
    });
  }
  const cause = await db
    .selectFrom('causes')
    .select('name')
    .where('id', '=', causeId)
    .executeTakeFirst();
  if (!cause) throw unknownCause();

  const requestHash = hashRequest({ amount, causeId, details });
  const checkout = await findOrInsertCheckout(db, {
    amount,
    causeId,
    details,
    idempotencyKey,
    requestHash,
    provider: payments.name,
  }).catch((error) => {
    // Deleted since we looked.
    throw violates(error, 'checkouts_cause_id_fkey') ? unknownCause() : error;
  });
  refuseOtherRequest(checkout.requestHash, requestHash);
  if (checkout.url !== null) return { url: checkout.url };

  // Outside any transaction: a slow provider must not hold rows of ours. The provider knows the checkout
  // by its id, so a repeat after a lost answer gets the session made first.
  const { sessionId, url } = await payments.startCheckout({
    id: checkout.id,
    amountCents: amount,
    causeName: cause.name,
    email: details.email,
    expiresAt: new Date(checkout.expiresAt),
  });
  await db.updateTable('checkouts').set({ sessionId, url }).where('id', '=', checkout.id).execute();
  return { url };
}

/** What a payment provider says about a paid checkout. */
export interface Payment {
  checkoutId: string;
  paymentIntentId: string;
  amountCents: number;
  currency: string;
  provider: string;
  eventId: string;
}

/**
 * Makes a donation of a checkout that the provider says is paid: the donation, its ledger entry and the
 * receipt to the donor, all or nothing. Returns why it was refused, or null when it is booked.
 */
export async function bookDonation(
  trx: Trx,
  payment: Payment,
  mailer: Mailer,
): Promise<string | null> {
  const checkout = await trx
    .selectFrom('checkouts')
    .selectAll()
    .where('id', '=', payment.checkoutId)
    .forUpdate()
    .executeTakeFirst();
  if (!checkout) return 'no such checkout';
  if (checkout.status === 'paid') return 'already paid';
  if (checkout.causeId === null || checkout.details === null) return 'the cause was deleted';
  if (payment.currency !== 'usd' || payment.amountCents !== checkout.amountCents) {
    return `paid ${payment.amountCents} ${payment.currency} instead of ${checkout.amountCents} usd`;
  }
  const { id, causeId, details, amountCents } = checkout;
  const { paymentIntentId } = payment;
  await trx
    .updateTable('checkouts')
    .set({ status: 'paid', details: null })
    .where('id', '=', id)
    .execute();
  const { createdAt } = await trx
    .insertInto('donations')
    .values({ id, causeId, amountCents, paymentIntentId, ...details })
    .returning('createdAt')
    .executeTakeFirstOrThrow();
  await recordMove(trx, 'payment', {
    donationId: id,
    amountCents,
    actor: `provider:${payment.provider}`,
    cause: payment.eventId,
  });
  const { name: causeName } = await trx
    .selectFrom('causes')
    .select('name')
    .where('id', '=', causeId)
    .executeTakeFirstOrThrow();
  await mailer.enqueue(
    trx,
    donationReceipt(mailer.config, {
      id,
      createdAt,
      paymentIntentId,
      amountCents,
      causeName,
      ...details,
    }),
  );
  return null;
}

/** Notes that a checkout ended without a payment, and frees its key for another try. One that is paid stays paid. */
export async function endCheckout(
  trx: Trx,
  checkoutId: string,
  status: 'cancelled' | 'expired',
): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({ status, idempotencyKey: null })
    .where('id', '=', checkoutId)
    .where('status', '=', 'started')
    .execute();
}

/**
 * Ends checkouts that nobody can pay any more: our own test page refuses them, and a provider that never
 * answered has no page. Those on a real payment page end by the provider's event only.
 */
export async function expireAbandonedCheckouts(trx: Trx): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({ status: 'expired', idempotencyKey: null })
    .where('status', '=', 'started')
    .where('expiresAt', '<', sql<string>`now()`)
    .where((row) => row.or([row('provider', '=', 'test'), row('sessionId', 'is', null)]))
    .execute();
}

async function findOrInsertCheckout(
  db: Db,
  checkout: {
    amount: number;
    causeId: string;
    details: DonorDetails;
    idempotencyKey: string | null;
    requestHash: string;
    provider: string;
  },
) {
  const columns = ['id', 'requestHash', 'url', 'expiresAt'] as const;
  const inserted = await db
    .insertInto('checkouts')
    .values({
      id: newId(),
      causeId: checkout.causeId,
      amountCents: checkout.amount,
      details: JSON.stringify(checkout.details),
      provider: checkout.provider,
      idempotencyKey: checkout.idempotencyKey,
      requestHash: checkout.requestHash,
      expiresAt: sql<string>`now() + make_interval(mins => ${checkoutMinutes})`,
    })
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (inserted) return inserted;
  return db
    .selectFrom('checkouts')
    .select(columns)
    .where('idempotencyKey', '=', checkout.idempotencyKey)
    .executeTakeFirstOrThrow();
}

function unknownCause(): AppError {
  return new AppError('invalid_input', 'Please choose a cause from the list.', {
    causeId: 'Choose a cause from the list',
  });
}
