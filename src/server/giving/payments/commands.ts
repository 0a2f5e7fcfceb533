import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { BaseLogger } from 'pino';
import { type DonationId, donationId } from '#contract/ids.ts';
import { adminPaths } from '#contract/pages.ts';
import { bookWaitingDisputes, recordDispute } from '#server/giving/disputes/commands.ts';
import { awaitPayment, bookDonation, endCheckout } from '#server/giving/donations/commands.ts';
import type {
  CheckoutFact,
  IncompleteFact,
  PaymentEvent,
  PaymentFact,
  PaymentProvider,
  ProviderObject,
} from '#server/giving/payment-provider/provider.ts';
import { reconciliationWindow, uncomparedSince } from '#server/giving/payments/queries.ts';
import {
  forgetUnbooked,
  listUnbooked,
  setAside,
  type UnbookedObject,
} from '#server/giving/payments/unbooked-objects.ts';
import { bookWaitingRefunds, recordRefund } from '#server/giving/refunds/commands.ts';
import { repeatRequestedRefunds } from '#server/giving/refunds/jobs.ts';
import { type Booking, noted, refused } from '#server/ledger/booking.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerts/alerts.ts';
import { isPassing } from '#server/platform/db/database-errors.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { watchForAttack } from '#server/platform/misuse/attack-watch.ts';

/**
 * Handles a payment event once, however often and in whatever order events arrive. Events are stored with their
 * outcome. What cannot be booked is set aside, so that the provider does not stop sending us events because of it:
 * it is told to the team, and looked up again every hour.
 */
export async function handlePaymentEvent(
  db: Db,
  event: PaymentEvent,
  mailer: Mailer,
  log: Pick<BaseLogger, 'error'>,
): Promise<void> {
  const { provider, eventId, type } = event;
  const done = await db
    .transaction()
    .execute((trx) => recordEvent(trx, event, mailer))
    .catch((error) => {
      // The provider sends it again.
      if (isPassing(error)) throw error;
      log.error({ err: error, provider, eventId, type }, 'A payment event could not be handled');
      return db.transaction().execute((trx) => recordEvent(trx, event, mailer, notHandled));
    });
  if (done?.outcome === 'refused') {
    log.error({ provider, eventId, type, note: done.note }, 'A payment event was refused');
  }
  if (done !== null && event.kind === 'payment-failed') await watchForAttack(db, mailer);
}

type Outcome = Booking | { outcome: 'ignored'; note: string };

// What we say of an object that made our own code fail.
const notHandled = refused('our software could not handle it');

/** Stores an event with its outcome. Null if it was stored before. With `failure`, nothing else is tried. */
async function recordEvent(
  trx: Trx,
  event: PaymentEvent,
  mailer: Mailer,
  failure?: Booking,
): Promise<Outcome | null> {
  const { provider, eventId, type } = event;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('paymentEvents')
    .values({ provider, eventId, type, outcome: 'ignored' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return null;
  const checkoutId = failure ? null : await checkoutOf(trx, event);
  const done = failure ?? (await applyEvent(trx, event, mailer));
  if (done.outcome === 'refused') await tellRefused(trx, event, done.note, mailer);
  await trx
    .updateTable('paymentEvents')
    .set({ checkoutId, ...done })
    .where('provider', '=', provider)
    .where('eventId', '=', eventId)
    .execute();
  return done;
}

async function tellRefused(
  trx: Trx,
  event: PaymentEvent,
  reason: string,
  mailer: Mailer,
): Promise<void> {
  const { provider, eventId, type } = event;
  const object = objectOf(event);
  if (object !== null) return setAside(trx, { provider, object, reason }, mailer);
  await raiseAlert(
    trx,
    {
      // One alert for all events that are not ours: there may be many, and one fix ends them all.
      key: event.kind === 'foreign' ? 'payments:foreign' : `payment-event:${provider}:${eventId}`,
      title: 'A payment could not be booked',
      message: `The payment provider sent us "${type}" (event ${eventId}), but we could not book it: ${reason}. No donation was changed. Please look up the event at the provider.`,
      path: adminPaths.dashboard,
    },
    mailer,
  );
}

async function applyEvent(trx: Trx, event: PaymentEvent, mailer: Mailer): Promise<Outcome> {
  switch (event.kind) {
    case 'other':
      return { outcome: 'ignored', note: '' };
    case 'foreign':
      return refused(event.note);
    case 'incomplete':
      return refused(event.note);
    case 'payment-failed':
      return noted;
    default:
      return bookFact(trx, event.provider, event, event.eventId, mailer);
  }
}

/**
 * Books a fact of the provider: a payment, a refund, a dispute, or the end of a checkout. Booking it twice, late,
 * or in another order makes no difference. `source` is where we learned of it, such as an event's id.
 */
async function bookFact(
  trx: Trx,
  provider: string,
  fact: PaymentFact,
  source: string,
  mailer: Mailer,
): Promise<Booking> {
  const booking = await bookByKind(trx, provider, fact, source, mailer);
  const object = objectOf(fact);
  if (booking.outcome !== 'refused' && object) {
    await forgetUnbooked(trx, provider, object.objectId);
  }
  return booking;
}

function bookByKind(
  trx: Trx,
  provider: string,
  fact: PaymentFact,
  source: string,
  mailer: Mailer,
): Promise<Booking> {
  switch (fact.kind) {
    case 'refund':
      return recordRefund(trx, { provider, fact, source }, mailer);
    case 'dispute':
      return recordDispute(trx, { provider, fact, source }, mailer);
    default:
      return bookCheckoutFact(trx, provider, fact, source, mailer);
  }
}

async function bookCheckoutFact(
  trx: Trx,
  provider: string,
  fact: CheckoutFact,
  source: string,
  mailer: Mailer,
): Promise<Booking> {
  const checkoutId = await ownCheckout(trx, provider, fact);
  if (checkoutId === null) return refused('no such checkout');
  const { kind } = fact;
  if (kind === 'pending') await awaitPayment(trx, checkoutId);
  else if (kind !== 'paid') await endCheckout(trx, checkoutId, kind, mailer);
  else {
    const { paymentIntentId } = fact;
    await lockPayment(trx, paymentIntentId);
    const booking = await bookDonation(
      trx,
      { ...fact, checkoutId, provider, eventId: source },
      mailer,
    );
    if (booking.outcome === 'booked') {
      const donation = { id: checkoutId, paymentIntentId };
      await bookWaitingRefunds(trx, donation, source, mailer);
      await bookWaitingDisputes(trx, donation, source, mailer);
    }
    return booking;
  }
  return noted;
}

/** What a comparison needs, the same as jobs. */
interface ReconcileDeps {
  db: Db;
  mailer: Mailer;
  payments: PaymentProvider;
}

// An event may be on its way while we compare. In milliseconds.
const grace = 5_000;

/**
 * Compares our records with everything at the provider, and books what its events did not report. What cannot be
 * booked is set aside, and the rest is booked. Returns how many of its payments, refunds, and disputes were compared,
 * and how many had to be booked; those raise an alert. Throws at the end if the provider did not list everything.
 */
export async function reconcile(
  deps: ReconcileDeps,
  patience = grace,
): Promise<{ compared: number; corrected: number }> {
  const { db, mailer, payments } = deps;
  const provider = payments.name;
  const waiting = await listUnbooked(db, provider);
  const { facts, failure } = await listFacts(deps);
  if (facts.length > 0) await sleep(patience);
  let corrected = 0;
  for (const fact of facts) {
    const { outcome } = await bookOrSetAside(deps, fact);
    // What was set aside was not lost on its way.
    const isKnown = waiting.some(({ objectId }) => objectId === objectOf(fact)?.objectId);
    if (outcome === 'booked' && !isKnown) corrected++;
  }
  await lookUpUnbooked(deps, waiting, facts);
  await repeatRequestedRefunds(db, payments, mailer);
  if (failure !== null) throw failure;
  await db.transaction().execute(async (trx) => {
    const result = { finishedAt: sql<string>`now()`, compared: facts.length, corrected };
    await trx
      .insertInto('reconciliations')
      .values({ provider, ...result })
      .onConflict((conflict) => conflict.column('provider').doUpdateSet(result))
      .execute();
    await settleAlert(trx, 'reconciliation:failed');
    if (corrected === 0) return;
    await raiseAlert(
      trx,
      {
        key: 'reconciliation:drift',
        title: 'Events of the payment provider did not reach us',
        message: `When we compared our records with the payment provider's, we found and booked ${corrected} ${corrected === 1 ? 'payment, refund, or dispute' : 'payments, refunds, or disputes'} that its events had not reported. The books are correct again. Please check at the provider that its webhook endpoint works and still points to this site.`,
        path: adminPaths.dashboard,
      },
      mailer,
    );
  });
  return { compared: facts.length, corrected };
}

type Listed = PaymentFact | IncompleteFact;

/** What the provider lists, and why that is not everything. */
async function listFacts({ db, payments }: ReconcileDeps) {
  const facts: Listed[] = [];
  const since = await reconciliationWindow(db, payments.name);
  try {
    for await (const fact of payments.factsSince(since)) facts.push(fact);
    return { facts, failure: null };
  } catch (failure) {
    return { facts, failure };
  }
}

/** Books what the provider has, in a transaction of its own; what cannot be booked is set aside. */
async function bookOrSetAside(deps: ReconcileDeps, listed: Listed): Promise<Booking> {
  const { db, mailer, payments } = deps;
  const provider = payments.name;
  const isIncomplete = listed.kind === 'incomplete';
  const fact = isIncomplete ? await lookUpAgain(payments, listed) : listed;
  const object = objectOf(fact ?? listed);
  if (object === null) return noted;
  if (fact === null) {
    await db.transaction().execute((trx) => forgetUnbooked(trx, provider, object.objectId));
    return noted;
  }
  const book = async (trx: Trx, apply: () => Promise<Booking>) => {
    const booking = await apply();
    if (booking.outcome === 'refused') {
      await setAside(trx, { provider, object, reason: booking.note }, mailer);
    }
    return booking;
  };
  const source = `reconcile:${object.objectId}`;
  return db
    .transaction()
    .execute((trx) =>
      book(trx, async () =>
        fact.kind === 'incomplete'
          ? refused(fact.note)
          : bookFact(trx, provider, fact, source, mailer),
      ),
    )
    .catch((error) => {
      if (isPassing(error)) throw error;
      return db.transaction().execute((trx) => book(trx, async () => notHandled));
    });
}

/** An object that was listed incompletely may be complete when it is asked for by its id. */
async function lookUpAgain(
  payments: PaymentProvider,
  listed: IncompleteFact,
): Promise<Listed | null> {
  try {
    return await payments.lookUp(listed.object);
  } catch {
    return listed;
  }
}

/** Looks up what was set aside earlier and is not among the objects that were just compared. */
async function lookUpUnbooked(
  deps: ReconcileDeps,
  waiting: UnbookedObject[],
  compared: Listed[],
): Promise<void> {
  const seen = new Set(compared.map((fact) => objectOf(fact)?.objectId));
  for (const { reason, ...object } of waiting) {
    if (seen.has(object.objectId)) continue;
    await bookOrSetAside(deps, { kind: 'incomplete', object, note: reason });
  }
}

/** Raises an alert once the comparison has been failing for three hours. */
export function reportFailedReconciliation({ db, mailer }: ReconcileDeps): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const since = await uncomparedSince(trx);
    if (since === null || Date.now() - Date.parse(since) < 3 * 3600 * 1000) return;
    await raiseAlert(
      trx,
      {
        key: 'reconciliation:failed',
        title: 'Payments cannot be compared with the payment provider',
        message:
          'For hours, we could not ask the payment provider whether we know of all payments. Events still arrive, but a lost one would not be noticed. Please check that the provider is up and that its key is still valid.',
        path: adminPaths.dashboard,
      },
      mailer,
    );
  });
}

/** The provider's object that a fact is about; null if it names none. */
function objectOf(fact: PaymentEvent | Listed): ProviderObject | null {
  switch (fact.kind) {
    case 'refund':
      return { kind: 'refund', objectId: fact.refundId };
    case 'dispute':
      return { kind: 'dispute', objectId: fact.disputeId };
    case 'incomplete':
      return fact.object;
    case 'foreign':
    case 'other':
    case 'payment-failed':
      return null;
    default:
      return { kind: 'checkout', objectId: fact.sessionId || fact.checkoutId };
  }
}

/** The checkout that a fact is about; null if it is not ours. */
async function ownCheckout(
  trx: Trx,
  provider: string,
  fact: CheckoutFact,
): Promise<DonationId | null> {
  const id = donationId.safeParse(fact.checkoutId).data;
  if (id === undefined) return null;
  const checkout = await trx
    .selectFrom('checkouts')
    .select('sessionId')
    .where('id', '=', id)
    .where('provider', '=', provider)
    .executeTakeFirst();
  if (!checkout) return null;
  const { sessionId } = checkout;
  // Without a stored session, the provider's response was lost, and we cannot tell.
  const isOwn = sessionId === null || fact.sessionId === undefined || sessionId === fact.sessionId;
  return isOwn ? id : null;
}

/** The checkout that an event is about, for the record of events; null if we do not know it. */
async function checkoutOf(trx: Trx, event: PaymentEvent): Promise<DonationId | null> {
  if ('checkoutId' in event) {
    const { provider, checkoutId = '' } = event;
    const sessionId = 'sessionId' in event ? event.sessionId : undefined;
    const fact = { kind: 'pending' as const, checkoutId, ...(sessionId && { sessionId }) };
    return ownCheckout(trx, provider, fact);
  }
  if (!('paymentIntentId' in event)) return null;
  const donation = await trx
    .selectFrom('donations')
    .select('id')
    .where('paymentIntentId', '=', event.paymentIntentId)
    .executeTakeFirst();
  return donation?.id ?? null;
}
