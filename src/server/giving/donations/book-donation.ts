import type { Selectable } from 'kysely';
import { describeBinding } from '#core/giving/bound-donations.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { createDonationLink } from '#server/donors/donation-links/commands.ts';
import { viewLinkOf } from '#server/donors/donation-links/view-link.ts';
import { findOrMakeDonor } from '#server/donors/donors/find-or-make-donor.ts';
import { bindingOf } from '#server/giving/bound-donations/commands.ts';
import { donationReceipt } from '#server/giving/donations/emails.ts';
import { keepWishes } from '#server/giving/donations/keep-wishes.ts';
import { mayMailDonor } from '#server/giving/donations/may-mail-donor.ts';
import { tellOfClosedCause } from '#server/giving/donations/paid-while-closed.ts';
import { receiptFor } from '#server/giving/donations/receipt-for-taxes.ts';
import { type Booking, booked, noted, refused } from '#server/ledger/booking.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import { providerActor } from '#server/platform/actor.ts';
import type { Schema, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { bookCover } from '#server/provider/card-costs/book-cover.ts';
import { timeOffered } from '#server/volunteers/emails.ts';
import { listOffer } from '#server/volunteers/offers-of-donors.ts';

/**
 * Turns a checkout that the provider says is paid into a donation: the donation, its ledger entry, and the
 * receipt to the donor, all or nothing. After a few receipts a day for test money, further ones do not leave.
 * The caller has locked the checkout.
 */
export async function bookDonation(
  trx: Trx,
  checkout: CheckoutRow,
  payment: Payment,
  mailer: Mailer,
): Promise<Booking> {
  const { id, causeId, causeName, details, amountCents, coverCents } = checkout;
  const { paymentIntentId, isReal } = payment;
  const problem = await problemOf(trx, checkout, payment);
  if (problem !== null) return problem;
  if (causeId === null || causeName === null) return refused('the cause was deleted');
  if (details === null) return refused("the donor's details were erased");
  const receivedOn = isoDayOf(payment.paidAt, mailer.settings.current().timeZone);
  const donor = await findOrMakeDonor(trx, details);
  const { paidAt } = payment;
  const binding = await bindingOf(trx, { ...checkout, causeId }, { paidAt, causeName });
  // The donor's details move from the checkout to the donation, and the thank-you page gets its link.
  await trx
    .with('paid', (query) =>
      query
        .updateTable('checkouts')
        .set({ status: 'paid', details: null, endedAt: null })
        .where('id', '=', id),
    )
    .with('viewLink', (query) =>
      query.insertInto('donationLinks').values(viewLinkOf(id, mailer.config)),
    )
    .insertInto('donations')
    .values({
      id,
      source: 'online',
      checkoutId: id,
      causeId,
      donorId: donor.id,
      amountCents,
      coverCents,
      provider: payment.provider,
      paymentIntentId,
      isReal,
      receivedOn,
      isAnonymous: checkout.isAnonymous,
      ...details,
      ...binding?.columns,
    })
    .execute();
  const actor = providerActor(payment.provider);
  const source = payment.eventId;
  await recordMove(trx, 'payment', { donationId: id, amountCents, actor, source });
  if (coverCents > 0) await bookCover(trx, { id, coverCents, isReal, actor });
  const settings = mailer.settings.current();
  await keepWishes(trx, id, checkout, settings.timeZone);
  const { email } = donor;
  const { phone } = details;
  const offered = details.isAvailableToVolunteerTime
    ? await listOffer(trx, { donationId: id, donorId: donor.id, email, phone })
    : null;
  const taxes = await receiptFor(trx, id, isReal, settings);
  const isClosed = checkout.isCauseClosed === true;
  if (isClosed) await tellOfClosedCause(trx, { causeId, causeName }, mailer);
  if (await mayMailDonor(trx, { ...checkout, email }, mailer)) {
    const about = { id, receivedOn, paymentIntentId, amountCents, coverCents, causeName, email };
    const donationLink = await createDonationLink(trx, id, mailer);
    const receipt = {
      ...details,
      ...about,
      isForRunningCosts: checkout.isForRunningCosts === true,
      isClosed,
      missingCents: checkout.missingCents,
      binding: binding && describeBinding(binding.told, settings.timeZone),
    };
    const mail = donationReceipt(mailer.config, receipt, donationLink, taxes);
    await mailer.enqueue(trx, { ...mail, donorId: donor.id });
    if (offered !== null) {
      const offer = { id: offered, cause: causeName };
      await mailer.enqueueForTeam(trx, (to) => timeOffered(mailer.config, to, offer));
    }
  }
  return booked;
}

/** What a payment provider says about a paid checkout. */
export interface Payment {
  paymentIntentId: string;
  /** When the charge was made. */
  paidAt: Date;
  amountCents: number;
  currency: string;
  isReal: boolean;
  provider: string;
  eventId: string;
}

/** The row of a checkout, with what its booking needs to know. */
type CheckoutRow = Selectable<Schema['checkouts']> & {
  causeName: string | null;
  isForRunningCosts: boolean | null;
  isCauseClosed: boolean | null;
  /** What is missing to pay card costs, so that the receipt does not promise 100%. */
  missingCents: number;
};

/** Why a payment makes no donation: it is not what its checkout asked for, or that is paid already. Null if it does. */
async function problemOf(
  trx: Trx,
  checkout: CheckoutRow,
  payment: Payment,
): Promise<Booking | null> {
  const { paymentIntentId, isReal } = payment;
  if (isReal !== checkout.isReal) {
    const [paid, asked] = isReal ? ['real', 'test'] : ['test', 'real'];
    return refused(`paid with ${paid} money, but this checkout is about ${asked} money`);
  }
  if (checkout.status === 'paid') {
    const known = await trx
      .selectFrom('donations')
      .select('paymentIntentId')
      .where('checkoutId', '=', checkout.id)
      .executeTakeFirstOrThrow();
    return known.paymentIntentId === paymentIntentId
      ? noted
      : refused(`already paid with ${known.paymentIntentId}, and now also with ${paymentIntentId}`);
  }
  const currency = checkout.currency.toLowerCase();
  const askedCents = checkout.amountCents + checkout.coverCents;
  if (payment.currency !== currency || payment.amountCents !== askedCents) {
    const paid = `${payment.amountCents} ${payment.currency}`;
    return refused(`paid ${paid} instead of ${askedCents} ${currency}`);
  }
  return null;
}
