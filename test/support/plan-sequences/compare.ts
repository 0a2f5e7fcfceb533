import { sql } from 'kysely';
import type Stripe from 'stripe';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { recurringOf } from '#server/provider/payment-provider/stripe-plan-facts.ts';
import { canPause, type PlayedPlan, type Stage } from '#test/support/plan-sequences/play.ts';
import { planRow } from '#test/support/plans.ts';

/*
 * What our books say beside what the fake Stripe holds, read from its objects and not through our own code.
 */

/** What came out of a sequence. */
export interface Outcome {
  paid: number;
  withoutDonation: number;
  withTwo: number;
  differences: string[];
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/** Compares every plan of a sequence. */
export async function compareWithStripe(stage: Stage): Promise<Outcome> {
  const outcome: Outcome = { paid: 0, withoutDonation: 0, withTwo: 0, differences: [] };
  outcome.differences.push(...stage.surprises);
  for (const plan of stage.plans) await comparePlan(stage, plan, outcome);
  const { db } = stage.app.testApp;
  const setAside = await db.selectFrom('unbookedObjects').select(['objectId', 'reason']).execute();
  for (const { objectId, reason } of setAside) {
    outcome.differences.push(`set aside: ${objectId}, ${reason}`);
  }
  for (const found of await checkLedger(db)) outcome.differences.push(`ledger: ${found}`);
  return outcome;
}

async function comparePlan(stage: Stage, plan: PlayedPlan, outcome: Outcome): Promise<void> {
  const { app } = stage;
  const { stripe, testApp } = app;
  const subscription = stripe.subscriptions.find(({ metadata }) => metadata.planId === plan.id);
  if (!subscription) {
    outcome.differences.push(`${plan.id}: no subscription`);
    return;
  }
  const same = (what: string, ours: unknown, theirs: unknown) => {
    const [a, b] = [JSON.stringify(ours), JSON.stringify(theirs)];
    if (a !== b) outcome.differences.push(`${plan.id}: ${what} is ${a}, and at Stripe ${b}`);
  };
  const donations = await testApp.db
    .selectFrom('donations')
    .selectAll()
    .where('planId', '=', plan.id)
    .execute();
  const invoices = stripe.invoicesOf(subscription);
  const paid = invoices.filter(({ status, amount_paid }) => status === 'paid' && amount_paid > 0);
  outcome.paid += paid.length;
  for (const invoice of paid) {
    const booked = donations.filter(({ invoiceId }) => invoiceId === invoice.id);
    if (booked.length === 0) outcome.withoutDonation++;
    if (booked.length > 1) outcome.withTwo++;
    same(`number of donations of ${invoice.id}`, booked.length, 1);
    const [donation] = booked;
    if (!donation) continue;
    const payment = stripe.invoicePayments.find((each) => each.invoice === invoice.id);
    const charge = stripe.charges.find(
      (each) => each.payment_intent === donation.paymentIntentId && each.paid,
    );
    same('payment', donation.paymentIntentId, payment?.payment.payment_intent);
    same('what was paid', donation.amountCents + donation.coverCents, invoice.amount_paid);
    const told = invoice.parent?.subscription_details?.metadata;
    same('cause', donation.causeId, told?.causeId);
    const isSplit = partsIn(told, invoice.amount_paid).some(
      ([amount, cover]) => amount === donation.amountCents && cover === donation.coverCents,
    );
    if (!isSplit) same('parts', [donation.amountCents, donation.coverCents], told);
    const taken = charge ? takenFrom(stage, charge) : 0;
    const coverBack = await operations(stage, donation.id, 'cover_returned');
    same(`what went back of ${invoice.id}`, donation.returnedCents - coverBack, taken);
    same('cover booked', await operations(stage, donation.id, 'cover'), donation.coverCents);
    const { rows } = await sql<{ cents: number }>`
      select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries
      where donation_id = ${donation.id} and kind = 'payment'`.execute(testApp.db);
    same('ledger', rows[0]?.cents, donation.amountCents);
  }
  const known = new Set(paid.map(({ id }) => id));
  for (const { invoiceId } of donations) {
    if (invoiceId === null || !known.has(invoiceId)) same('a donation without an invoice', 1, 0);
  }

  const row = await planRow(app, plan.id);
  const [item] = subscription.items.data;
  same('state', row.state, stateOf(stage, subscription));
  same('total', row.amountCents + row.coverCents, item?.price.unit_amount);
  same('amount', String(row.amountCents), subscription.metadata.amountCents);
  same('cause of the plan', row.causeId, subscription.metadata.causeId);
  const { interval, interval_count } = item?.price.recurring ?? {};
  same('interval', recurringOf[row.interval as 'monthly'], { interval, interval_count });
  same('request to stop', row.stopRequestedAt, null);
  if (canPause(stage)) same('request to pause', row.pauseRequestedAt, null);
  if (row.state === 'active') {
    same('next payment', secondsOf(row.nextChargeAt), item?.current_period_end);
  }
  if (row.state === 'paused') {
    same('end of the pause', secondsOf(row.pausedUntil), subscription.pause_collection?.resumes_at);
  }
  if (row.state === 'ended') {
    same('open invoices', invoices.filter(({ status }) => status === 'open').length, 0);
  }
  if (!plan.isErased)
    await compareMails(stage, plan, { row, paid: paid.length, subscription, same });
}

/** The mails of a donor: each is about something that happened, and about nothing twice. */
async function compareMails(
  { app }: Stage,
  plan: PlayedPlan,
  {
    row,
    paid,
    subscription,
    same,
  }: {
    row: { state: string };
    paid: number;
    subscription: Stripe.Subscription;
    same: (what: string, ours: unknown, theirs: unknown) => void;
  },
): Promise<void> {
  const { rows } = await sql<{ subject: string }>`
    select subject from donor_mails where recipient = ${plan.person.email}`.execute(app.testApp.db);
  const subjects = rows.map(({ subject }) => subject);
  const of = (part: string) => subjects.filter((subject) => subject.includes(part));
  same('receipts', of('Thank you for your').length, paid);
  same('mails about the end', of('has ended').length, row.state === 'ended' ? 1 : 0);
  const failures = of('could not be charged').length + of('Please confirm your').length;
  const refused = app.stripe.events.filter(
    ({ type, data }) =>
      type === 'invoice.payment_failed' &&
      (data.object as Stripe.Invoice).customer === subscription.customer,
  ).length;
  if (failures > refused) same('mails about failed payments', failures, refused);
  const coming = of('donation is on');
  same('announcements', coming.length, new Set(coming).size);
  const changed = of('was changed').length;
  if (changed > plan.teamChanges) same('mails about the team', changed, plan.teamChanges);
}

/** What a subscription is to us, by the table of our requirements. */
function stateOf({ app: { stripe } }: Stage, subscription: Stripe.Subscription): string {
  const { status, pause_collection, cancel_at, latest_invoice } = subscription;
  if (['canceled', 'unpaid', 'incomplete_expired'].includes(status)) return 'ended';
  const latest = stripe.invoices.find(({ id }) => id === latest_invoice);
  const isPaused = status === 'paused' || pause_collection !== null;
  // A pause gives up what is overdue.
  if (['past_due', 'incomplete'].includes(status) && !(isPaused && latest?.status === 'void')) {
    return 'failing';
  }
  if (isPaused) return 'paused';
  return cancel_at === null ? 'active' : 'ending';
}

/** What left a charge again: refunds that did not fail, and what a bank has taken. */
function takenFrom({ app: { stripe } }: Stage, charge: Stripe.Charge): number {
  const refunds = stripe.refunds.filter(
    (each) => each.charge === charge.id && ['pending', 'succeeded'].includes(each.status ?? ''),
  );
  const disputes = stripe.disputes.filter((each) => each.charge === charge.id);
  return (
    sum(refunds.map(({ amount }) => amount)) -
    sum(disputes.flatMap((each) => each.balance_transactions.map(({ amount }) => amount)))
  );
}

/** The divisions of a total that metadata allow: the present one and earlier ones. */
function partsIn(metadata: Stripe.Metadata | null | undefined, total: number): number[][] {
  const { amountCents = '', coverCents = '', earlierParts = '' } = metadata ?? {};
  return [`${amountCents}+${coverCents}`, ...earlierParts.split(',')]
    .map((text) => text.split('+').map(Number))
    .filter(([amount = 0, cover = 0]) => amount + cover === total);
}

async function operations({ app }: Stage, donation: string, kind: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from operations_entries
    where donation_id = ${donation} and kind = ${kind}`.execute(app.testApp.db);
  return rows[0]?.cents ?? 0;
}

function secondsOf(moment: string | Date | null): number | null {
  return moment === null ? null : Math.floor(new Date(moment).getTime() / 1000);
}
