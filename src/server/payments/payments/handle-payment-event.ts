import { type RawBuilder, sql } from 'kysely';
import type { BaseLogger } from 'pino';
import { adminPaths } from '#contract/admin-pages.ts';
import { type DonationId, planId } from '#contract/ids.ts';
import { isOwnCheckout } from '#server/giving/donations/own-checkout.ts';
import { type Booking, noted, refused } from '#server/ledger/booking.ts';
import { bookFact, notHandled } from '#server/payments/payments/book-fact.ts';
import { objectOf } from '#server/payments/payments/object-of-fact.ts';
import { setAside } from '#server/payments/payments/unbooked-objects.ts';
import { raiseAlert } from '#server/platform/alerting/raise-alert.ts';
import { isPassing } from '#server/platform/db/database-errors.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { watchForAttack } from '#server/platform/misuse/attack-watch.ts';
import type { PaymentEvent } from '#server/provider/payment-provider/provider.ts';

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
  const done = failure ?? (await applyEvent(trx, event, mailer));
  if (done.outcome === 'refused') await tellRefused(trx, event, done.note, mailer);
  await trx
    .updateTable('paymentEvents')
    .set({ checkoutId: failure ? null : checkoutOf(event), ...done })
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
      // Renewals fail in waves, and nobody tests cards with them.
      return (await isOfPlan(trx, event))
        ? { outcome: 'ignored', note: 'a recurring donation' }
        : noted;
    default:
      return bookFact(trx, event.provider, event, event.eventId, mailer);
  }
}

async function isOfPlan(
  trx: Trx,
  { provider, customerId }: { provider: string; customerId?: string },
) {
  if (customerId === undefined) return false;
  const known = await trx
    .selectFrom('plans')
    .innerJoin('checkouts', 'checkouts.id', 'plans.id')
    .select('plans.id')
    .where('customerId', '=', customerId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return known !== undefined;
}

/** The checkout that an event is about, for the record of events; null if we do not know it. */
function checkoutOf(event: PaymentEvent): RawBuilder<DonationId> | null {
  if ('checkoutId' in event) {
    const { provider, checkoutId = '' } = event;
    const sessionId = 'sessionId' in event ? event.sessionId : undefined;
    const named = { checkoutId, ...(sessionId && { sessionId }) };
    return sql`(select id from checkouts where ${isOwnCheckout(provider, named)})`;
  }
  if ('planId' in event) {
    const id = planId.safeParse(event.planId).data ?? null;
    return sql`(select id from plans where id = ${id}::uuid)`;
  }
  if (!('paymentIntentId' in event)) return null;
  return sql`(select checkout_id from donations where payment_intent_id = ${event.paymentIntentId})`;
}
