import { type Selectable, sql } from 'kysely';
import type { CauseId, DonationId, DonorId, NominationId } from '#contract/ids.ts';
import type { SavedSettings, Settings } from '#contract/operations/settings.ts';
import { describeBinding } from '#core/giving/bound-donations.ts';
import { coverFor } from '#core/ledger/card-costs.ts';
import type { PlanInterval } from '#core/plans/plans.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { cardProblem, formatCents } from '#core/platform/money.ts';
import { createDonationLink } from '#server/donors/donation-links/commands.ts';
import { viewLinkOf } from '#server/donors/donation-links/view-link.ts';
import { findOrMakeDonor } from '#server/donors/donors/find-or-make-donor.ts';
import { assertBindable, bindingOf } from '#server/giving/bound-donations/commands.ts';
import { donationReceipt, paymentFailed } from '#server/giving/donations/emails.ts';
import { keepWishes, splitWishes, type WishFields } from '#server/giving/donations/keep-wishes.ts';
import { type Booking, booked, noted, refused } from '#server/ledger/booking.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import { providerActor, type Visitor } from '#server/platform/actor.ts';
import type { DonorDetails, DonorWishes } from '#server/platform/db/column-types.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { hashRequest, refuseOtherRequest } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Schema, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';
import { bookCover } from '#server/provider/card-costs/commands.ts';
import { readMissingCents } from '#server/provider/card-costs/queries.ts';
import { expireAbandonedCheckouts } from '#server/provider/payment-provider/abandoned-checkouts.ts';
import {
  type Checkout,
  DefiniteFailure,
  type PaymentProvider,
} from '#server/provider/payment-provider/provider.ts';
import {
  declareWithDonation,
  splitGiftAid,
  type TypedGiftAid,
} from '#server/receipts/gift-aid/declare.ts';
import type { ForTaxes } from '#server/receipts/receipts/emails.ts';
import { issueReceipt } from '#server/receipts/receipts/issue-receipt.ts';
import { timeOffered } from '#server/volunteers/emails.ts';
import { listOffer } from '#server/volunteers/offers-of-donors.ts';

interface DonationInput extends DonorDetails, TypedGiftAid, Partial<WishFields> {
  amount: number;
  /** What the donor adds for card costs, as they saw it. */
  cover?: number;
  causeId: CauseId;
  /** How often it repeats; absent for a single donation. */
  interval?: PlanInterval | undefined;
  /** The need that it is bound to; absent for a donation to its cause. */
  needId?: NominationId | undefined;
  /** Nobody outside of the team is to read whose it is. */
  isAnonymous?: boolean;
}

interface Limits {
  minCents: number;
  maxCents: number;
  /** As they are now. */
  settings: Pick<Settings, 'boundDays' | 'cardCosts' | 'receipts' | 'timeZone'>;
}

// Stripe's shortest session is 30 minutes; an hour leaves time to look for a card.
const checkoutMinutes = 60;
const expiry = sql<string>`now() + make_interval(mins => ${checkoutMinutes})`;

/**
 * Starts a checkout with the payment provider and returns its id and the address of the payment page. The same
 * Idempotency-Key returns the same checkout; 422 if it comes with a different donation.
 */
export async function startDonation(
  db: Db,
  { network }: Visitor,
  { amount, cover = 0, causeId, interval, needId, isAnonymous = false, ...typed }: DonationInput,
  idempotencyKey: string | null,
  { minCents, maxCents, settings }: Limits,
  payments: PaymentProvider,
): Promise<{ id: DonationId; url: string }> {
  const { giftAid, details: withWishes } = splitGiftAid(typed);
  const isWithin = amount >= minCents && amount <= maxCents;
  const message = isWithin
    ? cardProblem(amount)
    : `Must be between ${formatCents(minCents)} and ${formatCents(maxCents)}`;
  if (message !== null) {
    throw new AppError('invalid_input', `Please check the amount. ${message}.`, {
      amount: message,
    });
  }
  checkCover(amount, cover, { maxCents, cardCosts: settings.cardCosts });
  if (needId) await assertBindable(db, { needId, causeId, isRecurring: interval !== undefined });
  const { wishes, details } = splitWishes(withWishes, {
    isAnonymous,
    timeZone: settings.timeZone,
  });
  const requestHash = hashRequest({
    amount,
    causeId,
    details,
    ...(cover > 0 && { cover }),
    ...(interval && { interval }),
    ...(giftAid && { giftAid }),
    ...(needId && { needId }),
    ...(isAnonymous && { isAnonymous }),
    ...(wishes && { wishes }),
  });
  const checkout = await findOrInsertCheckout(db, {
    amount,
    cover,
    causeId,
    details,
    interval,
    bound: needId ? { boundTo: needId, boundDays: settings.boundDays } : {},
    isAnonymous,
    wishes,
    idempotencyKey,
    requestHash,
    provider: payments.name,
    network,
    isReal: payments.takesRealMoney,
  }).catch((error) => {
    throw violates(error, 'checkouts_cause_id_fkey') ? unknownCause() : error;
  });
  refuseOtherRequest(checkout.requestHash, requestHash);
  const { id, url } = checkout;
  if (giftAid) await declareWithDonation(db, id, giftAid, details, settings);
  if (url !== null) return { id, url };

  const plan = interval ? { interval, causeId } : null;
  const page = {
    amountCents: amount,
    coverCents: cover,
    email: details.email,
    plan,
    needId: needId ?? null,
  };
  const deadline = AbortSignal.timeout(patience);
  return { id, ...(await openPaymentPage(db, payments, { ...page, ...checkout }, deadline)) };
}

// How long a donor waits for the payment page, in milliseconds, however slow the provider is.
const patience = 9_000;

/**
 * Outside of any transaction: a slow provider must not hold locks on our rows. The provider identifies the
 * checkout by its id and attempt, so a repeat after a lost response gets the page that was made first. A definite
 * failure is followed by one more attempt; concurrent calls agree on its number, so that it stays one attempt.
 */
async function openPaymentPage(
  db: Db,
  payments: PaymentProvider,
  checkout: Omit<Checkout, 'createdAt' | 'expiresAt'> & { createdAt: string; expiresAt: string },
  deadline: AbortSignal,
  isLastTry = false,
): Promise<{ url: string }> {
  const { id, attempt, createdAt, expiresAt } = checkout;
  try {
    const { sessionId, url, isReal } = await payments.startCheckout(
      { ...checkout, createdAt: new Date(createdAt), expiresAt: new Date(expiresAt) },
      deadline,
    );
    await db
      .updateTable('checkouts')
      .set({ sessionId, url, isReal })
      .where('id', '=', id)
      .execute();
    return { url };
  } catch (error) {
    if (!(error instanceof DefiniteFailure)) throw error;
    await db
      .updateTable('checkouts')
      .set({ attempt: attempt + 1, expiresAt: expiry })
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .execute();
    if (isLastTry || deadline.aborted) throw error.refusal;
    const next = await db
      .selectFrom('checkouts')
      .select(['attempt', 'expiresAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return openPaymentPage(db, payments, { ...checkout, ...next }, deadline, true);
  }
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
  /** What is missing to pay card costs, so that the receipt does not promise 100%. */
  missingCents: number;
};

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
  if (await mayMailDonor(trx, { ...checkout, email }, mailer)) {
    const about = { id, receivedOn, paymentIntentId, amountCents, coverCents, causeName, email };
    const donationLink = await createDonationLink(trx, id, mailer);
    const receipt = {
      ...details,
      ...about,
      isForRunningCosts: checkout.isForRunningCosts === true,
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

/** A gift that the team has entered: a check, cash, a transfer. */
export interface OfflineGift {
  id: DonationId;
  causeId: CauseId;
  causeName: string;
  isForRunningCosts: boolean;
  amountCents: number;
  receivedOn: string;
  /** Null for whoever is not named, and without an address for whom nobody can write to. */
  giver: { firstName: string; lastName: string; email: string | null } | null;
  donorId: DonorId;
  /** Where thanks go: the donor's address, which may have been corrected since. */
  thanksTo: string | null;
  note: string;
  isReal: boolean;
}

/** Books a gift that the team has entered and confirmed, and thanks its donor. */
export async function bookOfflineGift(
  trx: Trx,
  gift: OfflineGift,
  { actor, source }: { actor: string; source: string },
  mailer: Mailer,
): Promise<void> {
  const { id, causeId, causeName, amountCents, receivedOn, giver, donorId, thanksTo, isReal } =
    gift;
  await trx
    .insertInto('donations')
    .values({
      id,
      causeId,
      donorId,
      amountCents,
      receivedOn,
      isReal,
      source: 'offline',
      firstName: giver?.firstName ?? null,
      lastName: giver?.lastName ?? null,
      email: giver?.email ?? null,
      description: gift.note,
      isAvailableToVolunteerTime: false,
    })
    .execute();
  await recordMove(trx, 'payment', { donationId: id, amountCents, actor, source });
  const taxes = await receiptFor(trx, id, isReal, mailer.settings.current());
  if (thanksTo === null) return;
  if (!(await mayMailDonor(trx, { isReal, network: null, email: thanksTo }, mailer))) return;
  const link = await createDonationLink(trx, id, mailer);
  const mail = donationReceipt(
    mailer.config,
    {
      id,
      amountCents,
      causeName,
      receivedOn,
      email: thanksTo,
      isForRunningCosts: gift.isForRunningCosts,
      paymentIntentId: null,
      isAvailableToVolunteerTime: false,
      missingCents: await readMissingCents(trx),
    },
    link,
    taxes,
  );
  await mailer.enqueue(trx, { ...mail, donorId });
}

/** The receipt for taxes of a donation that was just booked, or why there is none. */
export async function receiptFor(
  trx: Trx,
  id: DonationId,
  isReal: boolean,
  settings: SavedSettings,
): Promise<ForTaxes> {
  if (!isReal) return 'test';
  if (settings.receipts.profile === 'none') return 'off';
  const issued = await issueReceipt(trx, id, { settings, issuedBy: 'system' });
  return typeof issued === 'string' ? issued : { document: issued.document, isCopy: false };
}

/**
 * Whoever gave real money always gets mail about it. Test money costs nothing, so that anybody could flood a mailbox
 * with receipts: their limits are those of every form.
 */
export async function mayMailDonor(
  trx: Trx,
  { isReal, network, email }: { isReal: boolean; network: Buffer | null; email: string },
  { config }: Mailer,
): Promise<boolean> {
  return isReal || mayMailStranger(trx, 'test-money', { network, site: null }, email, config);
}

/**
 * Records that the donor has finished but the bank has not: the cause cannot be deleted, and nothing counts yet.
 */
export async function awaitPayment(trx: Trx, checkoutId: DonationId): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({ status: 'pending' })
    .where('id', '=', checkoutId)
    .where('status', '=', 'started')
    .execute();
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

/**
 * Erases the details of people who never paid, 30 days after their checkout ended, and the networks of all checkouts
 * after 30 days, as the privacy policy promises.
 */
export function eraseUnpaidCheckouts(db: Db): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await expireAbandonedCheckouts(trx);
    await trx
      .updateTable('checkouts')
      .set({ details: null, wishes: null })
      .where('endedAt', '<', sql<string>`now() - interval '30 days'`)
      .where((row) => row.or([row('details', 'is not', null), row('wishes', 'is not', null)]))
      .execute();
    await trx
      .updateTable('checkouts')
      .set({ network: null })
      .where('createdAt', '<', sql<string>`now() - interval '30 days'`)
      .where('network', 'is not', null)
      .execute();
  });
}

async function causeNameOf(trx: Trx, causeId: CauseId): Promise<string> {
  const { name } = await trx
    .selectFrom('causes')
    .select('name')
    .where('id', '=', causeId)
    .executeTakeFirstOrThrow();
  return name;
}

async function findOrInsertCheckout(
  db: Db,
  checkout: {
    amount: number;
    cover: number;
    causeId: CauseId;
    details: DonorDetails;
    interval: PlanInterval | undefined;
    bound: { boundTo?: NominationId; boundDays?: number };
    isAnonymous: boolean;
    wishes: DonorWishes | null;
    idempotencyKey: string | null;
    requestHash: string;
    provider: string;
    network: Buffer | null;
    isReal: boolean;
  },
) {
  const columns = [
    'id',
    'currency',
    'requestHash',
    'url',
    'createdAt',
    'expiresAt',
    'attempt',
    sql<string>`(select name from causes where causes.id = checkouts.cause_id)`.as('causeName'),
  ] as const;
  const id = newId<DonationId>();
  const insert = (trx: Db) =>
    trx
      .insertInto('checkouts')
      .values({
        id,
        causeId: checkout.causeId,
        amountCents: checkout.amount,
        coverCents: checkout.cover,
        isAnonymous: checkout.isAnonymous,
        wishes: checkout.wishes && JSON.stringify(checkout.wishes),
        details: JSON.stringify(checkout.details),
        ...checkout.bound,
        provider: checkout.provider,
        isReal: checkout.isReal,
        idempotencyKey: checkout.idempotencyKey,
        requestHash: checkout.requestHash,
        network: checkout.network,
        expiresAt: expiry,
      })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
      .returning(columns)
      .executeTakeFirst();
  const { interval } = checkout;
  const inserted =
    interval === undefined
      ? await insert(db)
      : await db.transaction().execute(async (trx) => {
          const row = await insert(trx);
          const { causeId, amount: amountCents, cover: coverCents, isAnonymous } = checkout;
          const plan = { id, causeId, amountCents, coverCents, interval, isAnonymous };
          if (row) await trx.insertInto('plans').values(plan).execute();
          return row;
        });
  if (inserted) return inserted;
  return db
    .selectFrom('checkouts')
    .select(columns)
    .where('idempotencyKey', '=', checkout.idempotencyKey)
    .executeTakeFirstOrThrow();
}

/**
 * Refuses what a donor would add for card costs if it is not what our settings come to: they have changed since the form
 * was shown, and nobody pays another amount than the one that they have seen.
 */
export function checkCover(
  amount: number,
  cover: number,
  { cardCosts, maxCents }: Pick<Limits, 'maxCents'> & Pick<Settings, 'cardCosts'>,
): void {
  if (cover === 0) return;
  const right = cardCosts.isCoverOffered ? coverFor(amount, cardCosts) : 0;
  const message =
    right === 0
      ? 'Card costs can no longer be added. Please load this page again.'
      : cover !== right
        ? `Card costs are now estimated at ${formatCents(right)}. Please load this page again to see the new total.`
        : amount + cover > maxCents
          ? `With card costs, the payment would be ${formatCents(amount + cover)}. It must be at most ${formatCents(maxCents)}.`
          : null;
  if (message !== null) throw new AppError('invalid_input', message, { cover: message });
}

function unknownCause(): AppError {
  return new AppError('invalid_input', 'Please choose a cause from the list.', {
    causeId: 'Choose a cause from the list',
  });
}
