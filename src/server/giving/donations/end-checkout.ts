import { sql } from 'kysely';
import type { CauseId, DonationId } from '#contract/ids.ts';
import { paymentFailed } from '#server/giving/donations/emails.ts';
import { mayMailDonor } from '#server/giving/donations/may-mail-donor.ts';
import { isOwnCheckout } from '#server/giving/donations/own-checkout.ts';
import { type Booking, noted, refused } from '#server/ledger/booking.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { CheckoutFact } from '#server/provider/payment-provider/provider.ts';

type UnpaidFact = Exclude<CheckoutFact, { kind: 'paid' }>;

/** Books the end of the checkout that a provider names, or that its payment is on its way. */
export async function endNamedCheckout(
  trx: Trx,
  { provider, fact }: { provider: string; fact: UnpaidFact },
  mailer: Mailer,
): Promise<Booking> {
  const checkout = await trx
    .selectFrom('checkouts')
    .select('id')
    .where(isOwnCheckout(provider, fact))
    .executeTakeFirst();
  if (!checkout) return refused('no such checkout');
  if (fact.kind === 'pending') await awaitPayment(trx, checkout.id);
  else await endCheckout(trx, checkout.id, fact.kind, mailer);
  return noted;
}

/**
 * Records that a checkout ended without a payment, and frees its key for another try. A paid checkout stays paid.
 * Donors who believe that they have paid, because the bank failed only later, get an email.
 */
export async function endCheckout(
  trx: Trx,
  checkoutId: DonationId,
  status: 'cancelled' | 'expired' | 'failed',
  mailer: Mailer,
): Promise<void> {
  const ended = await trx
    .updateTable('checkouts')
    .set({ status, idempotencyKey: null, endedAt: sql<string>`now()` })
    .where('id', '=', checkoutId)
    .where('status', 'in', ['started', 'pending'])
    .returning(['amountCents', 'coverCents', 'causeId', 'details', 'isReal', 'network'])
    .executeTakeFirst();
  if (status !== 'failed' || !ended?.details || !ended.causeId) return;
  const { amountCents, coverCents, details } = ended;
  if (!(await mayMailDonor(trx, { ...ended, email: details.email }, mailer))) return;
  const causeName = await causeNameOf(trx, ended.causeId);
  const failure = { ...details, amountCents, coverCents, causeName };
  await mailer.enqueue(trx, paymentFailed(mailer.config, failure));
}

/** Records that the donor has finished but the bank has not: the cause cannot be deleted, and nothing counts yet. */
export async function awaitPayment(trx: Trx, checkoutId: DonationId): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({ status: 'pending' })
    .where('id', '=', checkoutId)
    .where('status', '=', 'started')
    .execute();
}

async function causeNameOf(trx: Trx, causeId: CauseId): Promise<string> {
  const { name } = await trx
    .selectFrom('causes')
    .select('name')
    .where('id', '=', causeId)
    .executeTakeFirstOrThrow();
  return name;
}
