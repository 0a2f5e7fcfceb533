import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import { planStateWords } from '#core/plans/plans.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { type Booking, noted, refused } from '#server/ledger/booking.ts';
import { bookFact, notHandled } from '#server/payments/payments/book-fact.ts';
import { objectOf } from '#server/payments/payments/object-of-fact.ts';
import { uncomparedSince } from '#server/payments/payments/queries.ts';
import { reconciliationWindow } from '#server/payments/payments/reconciliation-window.ts';
import {
  forgetUnbooked,
  listUnbooked,
  setAside,
  type UnbookedObject,
} from '#server/payments/payments/unbooked-objects.ts';
import { repeatRequestedRefunds, reportWaitingRefunds } from '#server/payments/refunds/jobs.ts';
import { listWaitingRefunds } from '#server/payments/refunds/queries.ts';
import {
  type Alert,
  raiseAlert,
  rewordAlert,
  settleAlert,
} from '#server/platform/alerting/raise-alert.ts';
import { isPassing } from '#server/platform/db/database-errors.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { knownTransactions } from '#server/provider/card-costs/queries.ts';
import type {
  IncompleteFact,
  PaymentFact,
  PaymentProvider,
} from '#server/provider/payment-provider/provider.ts';

/* The hourly comparison with the payment provider, and a look in between at what was just started. */

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
 * and how many had to be booked; those raise an alert. Throws at the end if the provider did not list everything,
 * and with the signal at once.
 */
export async function reconcile(deps: ReconcileDeps, signal?: AbortSignal): Promise<Compared> {
  const listing = await listAtProvider(deps);
  if (listing.facts.length > 0) await sleep(grace, undefined, { ...(signal && { signal }) });
  return compareWith(deps, listing, signal);
}

/** How many of the provider's payments, refunds, and disputes were compared, and how many had to be booked. */
interface Compared {
  compared: number;
  corrected: number;
}

/** The first half of a comparison: what the provider has, and what we waited for before we asked it. */
export async function listAtProvider(deps: ReconcileDeps) {
  const { db, payments } = deps;
  const waiting = await listUnbooked(db, payments.name);
  // Before the provider lists its refunds: later calls may not be in its list.
  const waitingRefunds = await listWaitingRefunds(db, payments.name);
  const { facts, failure } = await listFacts(deps);
  return { waiting, waitingRefunds, facts: await withoutKnownCosts(db, facts), failure };
}

/** The second half: books what no event has reported by now. */
export async function compareWith(
  deps: ReconcileDeps,
  { waiting, waitingRefunds, facts, failure }: Awaited<ReturnType<typeof listAtProvider>>,
  signal?: AbortSignal,
): Promise<Compared> {
  const { db, mailer, payments } = deps;
  const provider = payments.name;
  const corrected = await tellMissed(deps, async (missed) => {
    const unclear = new UnclearRefunds();
    for (const fact of facts) {
      signal?.throwIfAborted();
      const { outcome } = await bookOrSetAside(deps, fact, unclear);
      // What was set aside was not lost on its way.
      const isKnown = waiting.some(({ objectId }) => objectId === objectOf(fact)?.objectId);
      // Most costs are told by no event.
      if (outcome === 'booked' && !isKnown && fact.kind !== 'balance')
        missed.push(describeFact(fact));
    }
    await lookUpUnbooked(deps, waiting, facts, unclear);
    if (failure === null) {
      const clear = waitingRefunds.filter((refund) => !unclear.has(refund.paymentIntentId));
      await repeatRequestedRefunds(db, clear, payments, mailer);
    }
    await reportWaitingRefunds(db, mailer);
    if (failure !== null) throw failure;
  });
  await db.transaction().execute(async (trx) => {
    const result = { finishedAt: sql<string>`now()`, compared: facts.length, corrected };
    await trx
      .insertInto('reconciliations')
      .values({ provider, ...result })
      .onConflict((conflict) => conflict.column('provider').doUpdateSet(result))
      .execute();
    await settleAlert(trx, 'reconciliation:failed');
    if (corrected === 0) await settleQuietDrift(trx);
  });
  return { compared: facts.length, corrected };
}

/**
 * Asks the provider about payments that somebody just began, a few of them: if events are lost, donors and the team hear
 * of it within minutes, and not with the next comparison. Returns how many had to be booked.
 */
export async function lookAtStarted(deps: ReconcileDeps): Promise<number> {
  const { db, payments } = deps;
  const { rows } = await sql<{ objectId: string }>`
    select session_id as "objectId" from checkouts
    where provider = ${payments.name} and status = 'started' and session_id is not null
      and created_at between now() - interval '70 minutes' and now() - interval '3 minutes'
    -- Of a crowd, some: lost events are lost for most of it.
    order by random() limit 20`.execute(db);
  return tellMissed(deps, async (missed) => {
    const unclear = new UnclearRefunds();
    // At once, so that an unreachable provider takes the time of one call.
    const answers = await Promise.allSettled(
      rows.map(({ objectId }) => payments.lookUp({ kind: 'checkout', objectId })),
    );
    for (const answer of answers) {
      const fact = answer.status === 'fulfilled' ? answer.value : null;
      // The event of a payment made just now may be on its way.
      if (fact?.kind !== 'paid' || Date.now() - fact.paidAt.getTime() < 2 * 60_000) continue;
      const { outcome } = await bookOrSetAside(deps, fact, unclear);
      if (outcome === 'booked') missed.push(describeFact(fact));
    }
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed) throw failed.reason;
  });
}

/**
 * Tells the team what had to be booked, also if something fails after it: the next comparison finds it in the books, and
 * nothing missing. Returns how much that was.
 */
async function tellMissed(
  { db, mailer }: ReconcileDeps,
  work: (missed: string[]) => Promise<void>,
): Promise<number> {
  const missed: string[] = [];
  try {
    await work(missed);
  } finally {
    if (missed.length > 0) {
      await db.transaction().execute((trx) => raiseDrift(trx, missed, mailer));
    }
  }
  return missed.length;
}

const driftAlert = 'reconciliation:drift';

/** Says what was missed last; the team is told once, until nothing has been missed for a day. */
async function raiseDrift(trx: Trx, missed: string[], mailer: Mailer): Promise<void> {
  const alert: Alert = {
    key: driftAlert,
    title: 'Events of the payment provider did not reach us',
    message: `When we compared our records with the payment provider's, we found and booked ${countOf(missed.length, 'payment, refund, dispute, or recurring donation', 'payments, refunds, disputes, or recurring donations')} that its events had not reported: ${listMissed(missed)}. The books are correct again. Please check at the provider that its webhook endpoint works and still points to this site.`,
    path: adminPaths.dashboard,
  };
  await raiseAlert(trx, alert, mailer);
  await rewordAlert(trx, alert);
  await sql`update alerts set created_at = now() where key = ${driftAlert} and settled_at is null`.execute(
    trx,
  );
}

async function settleQuietDrift(trx: Trx): Promise<void> {
  const { rows } = await sql`select from alerts where key = ${driftAlert} and settled_at is null
    and created_at < now() - interval '1 day'`.execute(trx);
  if (rows.length > 0) await settleAlert(trx, driftAlert);
}

type Listed = PaymentFact | IncompleteFact;

// As many as somebody can look up; the alert and its mail stay short.
const namedMissed = 10;

function listMissed(missed: string[]): string {
  const more = missed.length - namedMissed;
  const named = missed.slice(0, namedMissed);
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** What the provider calls something, and what it is to us. */
function describeFact(fact: Listed): string {
  const object = objectOf(fact);
  if (object === null) return fact.kind;
  const { objectId } = object;
  switch (fact.kind) {
    case 'plan':
      return `recurring donation ${objectId} (${planStateWords[fact.state].toLowerCase()})`;
    case 'invoice':
      return `payment ${objectId} of a recurring donation (${formatCents(fact.amountCents)})`;
    case 'paid':
      return `payment ${fact.paymentIntentId} (${formatCents(fact.amountCents)})`;
    case 'refund':
    case 'dispute':
      return `${fact.kind} ${objectId} (${formatCents(fact.amountCents)})`;
    default:
      return objectId;
  }
}

/** Without the moves of our balance that are recorded: they never change. */
async function withoutKnownCosts(db: Db, facts: Listed[]): Promise<Listed[]> {
  const ids = facts.flatMap((fact) => (fact.kind === 'balance' ? [fact.transactionId] : []));
  const known = await knownTransactions(db, ids);
  return facts.filter((fact) => fact.kind !== 'balance' || !known.has(fact.transactionId));
}

/** What the provider lists, and why that is not everything. */
async function listFacts({ db, payments }: ReconcileDeps) {
  const facts: Listed[] = [];
  const since = await reconciliationWindow(db, payments.name);
  const failures: unknown[] = [];
  const note = (error: unknown) => failures.push(error);
  // First, so that what comes of it is listed. The provider may not have told us of a new card.
  await payments.takeOverNewestCards().catch(note);
  try {
    for await (const fact of payments.factsSince(since)) facts.push(fact);
  } catch (error) {
    note(error);
  }
  return { facts, failure: failures[0] ?? null };
}

/**
 * The refunds that the provider has and we could not book. One of them may be the one that we would ask for again, and
 * the provider knows a request for a day only.
 */
class UnclearRefunds {
  private readonly payments = new Set<string>();
  private isAny = false;

  add(fact: Listed): void {
    if (fact.kind === 'refund') this.payments.add(fact.paymentIntentId);
    // It does not say of which payment.
    else if (objectOf(fact)?.kind === 'refund') this.isAny = true;
  }

  has(paymentIntentId: string): boolean {
    return this.isAny || this.payments.has(paymentIntentId);
  }
}

/** Books what the provider has, in a transaction of its own; what cannot be booked is set aside. */
async function bookOrSetAside(
  deps: ReconcileDeps,
  listed: Listed,
  unclear: UnclearRefunds,
): Promise<Booking> {
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
      unclear.add(fact);
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
  unclear: UnclearRefunds,
): Promise<void> {
  const seen = new Set(compared.map((fact) => objectOf(fact)?.objectId));
  for (const { reason, ...object } of waiting) {
    if (seen.has(object.objectId)) continue;
    await bookOrSetAside(deps, { kind: 'incomplete', object, note: reason }, unclear);
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
