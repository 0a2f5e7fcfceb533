import { sql } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import { type CauseId, causeId, type DonationId } from '#contract/ids.ts';
import { erasedAddress } from '#core/people/erased.ts';
import type { PlanParts } from '#core/plans/plan-parts.ts';
import { intervalWords } from '#core/plans/plans.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import type { CauseState } from '#core/vetting/cause-states.ts';
import { createDonationLink } from '#server/donors/donation-links/commands.ts';
import { viewLinkOf } from '#server/donors/donation-links/view-link.ts';
import { donationReceipt } from '#server/giving/donations/emails.ts';
import { keepWishes } from '#server/giving/donations/keep-wishes.ts';
import { mayMailDonor } from '#server/giving/donations/may-mail-donor.ts';
import { tellOfClosedCause } from '#server/giving/donations/paid-while-closed.ts';
import { receiptFor } from '#server/giving/donations/receipt-for-taxes.ts';
import { booked, type DonationBooking, noted, refused } from '#server/ledger/booking.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import { aboutPlan, type ToldPlan } from '#server/plans/plans/emails.ts';
import { createPlanLink } from '#server/plans/plans/plan-links.ts';
import { beginPlan, type LockedPlan, lockPlan } from '#server/plans/plans/record-plan.ts';
import { providerActor } from '#server/platform/actor.ts';
import { raiseAlert } from '#server/platform/alerting/raise-alert.ts';
import type { DonorDetails } from '#server/platform/db/column-types.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { bookCover } from '#server/provider/card-costs/book-cover.ts';
import { readMissingCents } from '#server/provider/card-costs/queries.ts';
import type { InvoiceFact } from '#server/provider/payment-provider/provider.ts';
import { timeOffered } from '#server/volunteers/emails.ts';
import { listOffer } from '#server/volunteers/offers-of-donors.ts';

/**
 * Turns a paid invoice of a plan into one donation. The first one, which was paid on the payment page, has the id of its
 * checkout. An invoice without an amount makes none; one that was paid without the provider makes none either, and the
 * team is told.
 */
export async function bookInvoice(
  trx: Trx,
  { provider, fact, source }: { provider: string; fact: InvoiceFact; source: string },
  mailer: Mailer,
): Promise<DonationBooking> {
  const { invoiceId, payments, elsewhereCents } = fact;
  for (const { paymentIntentId } of payments) await lockPayment(trx, paymentIntentId);
  const plan = await lockPlan(trx, provider, fact);
  if (!plan) return refused('we know no such recurring donation');
  if (elsewhereCents > 0)
    await tellOnce(trx, `invoice-elsewhere:${invoiceId}`, elsewhere(fact), mailer);
  const [payment, ...further] = payments;
  if (further.length > 0) await tellOnce(trx, `invoice-twice:${invoiceId}`, twice(fact), mailer);
  if (fact.amountCents === 0 || (!payment && elsewhereCents > 0)) return noted;
  if (!payment) return refused('the payment provider names no payment of it');
  const known = await trx
    .selectFrom('donations')
    .select('id')
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirst();
  if (known) return noted;
  if (fact.currency !== plan.currency.toLowerCase()) {
    return refused(`paid ${payment.amountCents} ${fact.currency}`);
  }
  const paid = partsPaid(payment.amountCents, fact.parts);
  if (!paid) {
    return refused(`paid ${payment.amountCents} ${fact.currency}, which is more than its invoice`);
  }
  const cause = await causeOf(trx, fact.causeId);
  if (!cause) return refused('its cause is unknown');
  const problem = await beginPlan(trx, plan, { ...fact, startedAt: fact.paidAt });
  if (problem !== null) return refused(problem);
  if (await isImported(trx, payment.paymentIntentId)) {
    return refused(
      `its payment ${payment.paymentIntentId} was imported from a file before we were told of it`,
    );
  }
  const { paymentIntentId } = payment;
  const donation = { plan, fact, paymentIntentId, paid, cause, source };
  const id = await bookPaidInvoice(trx, donation, mailer);
  return { ...booked, donation: { id, paymentIntentId } };
}

/** What a payment brought: the donation first, if it is only a part of the invoice. Null if it is more than both. */
function partsPaid(paidCents: number, parts: PlanParts): PlanParts | null {
  const amountCents = Math.min(paidCents, parts.amountCents);
  const coverCents = paidCents - amountCents;
  return amountCents > 0 && coverCents <= parts.coverCents ? { amountCents, coverCents } : null;
}

interface Donation {
  plan: LockedPlan;
  fact: InvoiceFact;
  paymentIntentId: string;
  paid: PlanParts;
  cause: { id: CauseId; name: string; isForRunningCosts: boolean; state: CauseState };
  source: string;
}

async function bookPaidInvoice(trx: Trx, donation: Donation, mailer: Mailer): Promise<DonationId> {
  const { plan, fact, paymentIntentId, paid, cause, source } = donation;
  const { isFirst, isReal } = fact;
  const { amountCents, coverCents } = paid;
  const id = isFirst ? plan.id : newId<DonationId>();
  const settings = mailer.settings.current();
  const { timeZone } = settings;
  const receivedOn = isoDayOf(fact.paidAt, timeZone);
  const details = {
    ...(plan.details ?? detailsOfErased(plan.donorId ?? id)),
    // What came with the first one was said once.
    ...(!isFirst && { description: '', isAvailableToVolunteerTime: false }),
  };
  const donor = await trx
    .updateTable('donors')
    .set({ lastDonationAt: sql<string>`now()` })
    .where('id', '=', plan.donorId)
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
  if (isFirst) {
    await trx
      .updateTable('checkouts')
      .set({ status: 'paid', endedAt: null })
      .where('id', '=', id)
      .execute();
  }
  await trx
    .insertInto('donations')
    .values({
      ...details,
      id,
      source: isFirst ? 'online' : 'renewal',
      checkoutId: isFirst ? plan.id : null,
      planId: plan.id,
      invoiceId: fact.invoiceId,
      causeId: cause.id,
      donorId: donor.id,
      amountCents,
      coverCents,
      provider: plan.provider,
      paymentIntentId,
      isReal,
      receivedOn,
      isAnonymous: plan.isAnonymous,
    })
    .execute();
  if (isFirst) await takeFromCheckout(trx, id, timeZone, mailer);
  const actor = providerActor(plan.provider);
  await recordMove(trx, 'payment', { donationId: id, amountCents, actor, source });
  if (coverCents > 0) await bookCover(trx, { id, coverCents, isReal, actor });
  // Of later payments, the donor is told before they go elsewhere.
  const isClosed = isFirst && cause.state === 'closed';
  if (isClosed) await tellOfClosedCause(trx, { causeId: cause.id, causeName: cause.name }, mailer);
  if (plan.details === null) return id;
  const { email } = donor;
  const offered =
    details.isAvailableToVolunteerTime && email !== null
      ? await listOffer(trx, { donationId: id, donorId: donor.id, email, phone: details.phone })
      : null;
  const taxes = await receiptFor(trx, id, isReal, settings);
  if (email === null || !(await mayMailDonor(trx, { isReal, network: null, email }, mailer)))
    return id;
  const told = { email, causeName: cause.name, timeZone };
  const mail = donationReceipt(
    mailer.config,
    {
      ...details,
      ...paid,
      ...told,
      id,
      receivedOn,
      paymentIntentId,
      isForRunningCosts: cause.isForRunningCosts,
      isClosed,
      plan: await describePlan(trx, plan, told, mailer),
      missingCents: await readMissingCents(trx),
    },
    await createDonationLink(trx, id, mailer),
    taxes,
  );
  await mailer.enqueue(trx, { ...mail, donorId: donor.id });
  if (offered !== null) {
    const offer = { id: offered, cause: cause.name };
    await mailer.enqueueForTeam(trx, (to) => timeOffered(mailer.config, to, offer));
  }
  return id;
}

/** What stands in a donation that is told of only after its donor was erased: the same as in their other ones. */
function detailsOfErased(id: string): DonorDetails {
  return {
    firstName: 'Erased',
    lastName: 'donor',
    email: erasedAddress(id),
    phone: '',
    zip: '',
    description: '',
    isAvailableToVolunteerTime: false,
  };
}

/** Keeps what the donor of a first donation wished when they gave it, and gives the thank-you page its link. */
async function takeFromCheckout(
  trx: Trx,
  id: DonationId,
  timeZone: string,
  mailer: Mailer,
): Promise<void> {
  const checkout = await trx
    .selectFrom('checkouts')
    .select(['wishes', 'network'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await keepWishes(trx, id, checkout, timeZone);
  await trx.insertInto('donationLinks').values(viewLinkOf(id, mailer.config)).execute();
}

/** What the receipt of a payment says about its plan. */
async function describePlan(
  trx: Trx,
  plan: LockedPlan,
  told: Pick<ToldPlan, 'email' | 'causeName' | 'timeZone'>,
  mailer: Mailer,
) {
  const blocks = aboutPlan({
    ...told,
    amountCents: plan.amountCents,
    coverCents: plan.coverCents,
    interval: plan.interval,
    nextChargeAt: plan.state === 'active' ? plan.nextChargeAt : null,
    url: await createPlanLink(trx, plan.id, mailer),
  });
  return { adjective: intervalWords[plan.interval].adjective, blocks };
}

async function isImported(trx: Trx, paymentIntentId: string): Promise<boolean> {
  const known = await trx
    .selectFrom('donations')
    .select('id')
    .where('paymentIntentId', '=', paymentIntentId)
    .where('source', '=', 'import')
    .executeTakeFirst();
  return known !== undefined;
}

/** Raises an alert that comes only once, also after somebody has settled it: the invoice stays as it is. */
async function tellOnce(trx: Trx, key: string, message: string, mailer: Mailer): Promise<void> {
  const known = await trx
    .selectFrom('alerts')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst();
  if (known) return;
  const title = 'A payment of a recurring donation needs a look';
  await raiseAlert(trx, { key, title, message, path: adminPaths.donations }, mailer);
}

function elsewhere({ invoiceId, elsewhereCents }: InvoiceFact): string {
  return `The payment provider says that ${formatCents(elsewhereCents)} of invoice ${invoiceId} was paid in another way, such as by check. No donation was booked for it: please enter the money as a deposit if it came, and void the invoice if it did not.`;
}

function twice({ invoiceId, payments: [first, ...further] }: InvoiceFact): string {
  return `Invoice ${invoiceId} of a recurring donation was paid more than once. The donation was booked with ${first?.paymentIntentId}. Please refund ${further.map(({ paymentIntentId }) => paymentIntentId).join(', ')} at the payment provider, or ask the donor.`;
}

async function causeOf(trx: Trx, text: string) {
  const id = causeId.safeParse(text).data;
  if (id === undefined) return undefined;
  return trx
    .selectFrom('causes')
    .select(['id', 'name', 'isForRunningCosts', 'causeState as state'])
    .where('id', '=', id)
    .executeTakeFirst();
}
