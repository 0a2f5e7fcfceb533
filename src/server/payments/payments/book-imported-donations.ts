import { sql } from 'kysely';
import type { CauseId, DonationId, DonorId } from '#contract/ids.ts';
import {
  findOrMakeDonor,
  findOrMakeUnnamedDonor,
  makeDonorWithoutAddress,
} from '#server/donors/donors/find-or-make-donor.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import { recordMoves } from '#server/ledger/record-move.ts';
import { returnMoney } from '#server/ledger/return-money.ts';
import { bookWaitingDisputes } from '#server/payments/disputes/commands.ts';
import { bookWaitingRefunds } from '#server/payments/refunds/book-refund.ts';
import type { ImportedDonation } from '#server/platform/db/column-types.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/* Books donations of an earlier system, and what the provider told of their payments before. */

/** A donation of an earlier system, to be booked. */
export interface DonationToBook {
  id: DonationId;
  causeId: CauseId;
  donation: ImportedDonation;
}

// The payments of earlier systems that have an ID like Stripe's are Stripe's.
const provider = 'stripe';

/**
 * Locks the payments of donations, so that nothing is booked for them meanwhile, and returns those that are donations
 * already.
 */
export async function lockPaymentsOf(
  trx: Trx,
  donations: ImportedDonation[],
): Promise<Set<string>> {
  const ids = donations.map(({ paymentIntentId }) => paymentIntentId).filter((id) => id !== null);
  // In one order, so that two imports with the same payments do not block each other.
  for (const id of ids.toSorted()) await lockPayment(trx, id);
  return bookedPayments(trx, ids);
}

/** Which of these payments are donations already. */
export async function bookedPayments(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const known = await db
    .selectFrom('donations')
    .select('paymentIntentId')
    .where('paymentIntentId', 'in', ids)
    .$narrowType<{ paymentIntentId: string }>()
    .execute();
  return new Set(known.map(({ paymentIntentId }) => paymentIntentId));
}

/**
 * Books donations of an earlier system, without a receipt and without mail. What had gone back to the donor before is
 * booked as returned, and what was spent before as spent before. All donors first, by their addresses, and then all donations, by their causes, so that nothing
 * waits for something that waits for it. The caller has locked the payments ({@link lockPaymentsOf}).
 */
export async function bookImportedDonations(
  trx: Trx,
  donations: DonationToBook[],
  by: { actor: string; source: string },
  mailer: Mailer,
): Promise<void> {
  const { isReal } = await trx.selectFrom('books').select('isReal').executeTakeFirstOrThrow();
  const donors = await donorsOf(trx, donations);
  for (const causeId of [...new Set(donations.map((one) => one.causeId))].sort()) {
    const ofCause = donations.filter((one) => one.causeId === causeId);
    await trx
      .insertInto('donations')
      .values(
        ofCause.map(({ id, donation }) => ({
          id,
          causeId,
          isReal,
          source: 'import' as const,
          donorId: donors.get(id) ?? fail(),
          createdAt: donation.givenAt,
          receivedOn: donation.receivedOn,
          amountCents: donation.amountCents,
          spentBeforeCents: donation.spentBeforeCents,
          provider: donation.paymentIntentId === null ? null : provider,
          paymentIntentId: donation.paymentIntentId,
          firstName: donation.firstName || null,
          lastName: donation.lastName || null,
          email: donation.email || null,
          phone: donation.phone || null,
          zip: donation.zip || null,
          description: donation.note,
          isAnonymous: donation.isAnonymous ?? false,
          isAvailableToVolunteerTime: false,
        })),
      )
      .execute();
  }
  await recordMoves(
    trx,
    'payment',
    donations.map(({ id, donation }) => ({
      ...by,
      donationId: id,
      amountCents: donation.amountCents,
    })),
  );
  const spent = donations.filter(({ donation }) => donation.spentBeforeCents > 0);
  if (spent.length > 0) {
    await recordMoves(
      trx,
      'spent_before',
      spent.map(({ id, donation }) => ({
        ...by,
        donationId: id,
        amountCents: donation.spentBeforeCents,
      })),
    );
  }
  const waiting = await waitingPayments(trx, donations);
  for (const { id, donation } of donations) {
    const { paymentIntentId, returnedCents } = donation;
    let booked = 0;
    if (paymentIntentId !== null && waiting.has(paymentIntentId)) {
      const donation = { id, paymentIntentId };
      await bookWaitingRefunds(trx, donation, by.source, mailer);
      await bookWaitingDisputes(trx, donation, by.source, mailer);
      booked = await returnedSoFar(trx, id);
    }
    // Stripe has told of a part of it, or of all.
    const rest = returnedCents - booked;
    if (rest <= 0) continue;
    const reason = 'Refunded before it was imported';
    await returnMoney(trx, 'reversal', { ...by, donationId: id, amountCents: rest, reason });
  }
}

async function donorsOf(trx: Trx, donations: DonationToBook[]): Promise<Map<DonationId, DonorId>> {
  const donors = new Map<DonationId, DonorId>();
  const byAddress = donations.toSorted((one, other) =>
    one.donation.email.toLowerCase() < other.donation.email.toLowerCase() ? -1 : 1,
  );
  for (const { id, donation } of byAddress) donors.set(id, await donorOf(trx, donation));
  return donors;
}

async function donorOf(trx: Trx, donation: ImportedDonation): Promise<DonorId> {
  const { firstName, lastName, email, givenAt } = donation;
  if (email !== '') {
    return (await findOrMakeDonor(trx, { firstName, lastName, email }, givenAt)).id;
  }
  return firstName === '' && lastName === ''
    ? findOrMakeUnnamedDonor(trx, givenAt)
    : makeDonorWithoutAddress(trx, { firstName, lastName }, givenAt);
}

/** The payments of which the provider has told something that waits for their donation. */
async function waitingPayments(trx: Trx, donations: DonationToBook[]): Promise<Set<string>> {
  const ids = donations.map(({ donation }) => donation.paymentIntentId).filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select payment_intent_id as id from refunds where payment_intent_id = any(${ids}) and donation_id is null
    union
    select payment_intent_id from disputes where payment_intent_id = any(${ids}) and donation_id is null
`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

async function returnedSoFar(trx: Trx, id: DonationId): Promise<number> {
  const { returnedCents } = await trx
    .selectFrom('donations')
    .select('returnedCents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return returnedCents;
}

function fail(): never {
  throw new Error('Every donation has a donor by now');
}
