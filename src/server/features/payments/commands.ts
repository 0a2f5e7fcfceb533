import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Db, Schema, Trx } from '#server/db/schema.ts';
import { bookDonation, endCheckout } from '#server/features/donations/commands.ts';
import type { PaymentEvent } from '#server/features/payments/provider.ts';
import type { Mailer } from '#server/mail/mailer.ts';

type Outcome = { outcome: Schema['paymentEvents']['outcome']; note: string };

/**
 * Does what a payment event asks for, once, however often and in whatever order events arrive. Events are
 * kept with what came of them; a refused one is logged, for a person to look into.
 */
export async function handlePaymentEvent(
  db: Db,
  event: PaymentEvent,
  mailer: Mailer,
  log: FastifyBaseLogger,
): Promise<void> {
  const result = await db.transaction().execute(async (trx) => {
    const { provider, eventId, type } = event;
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('paymentEvents')
      .values({ provider, eventId, type, outcome: 'ignored' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return null;
    const checkoutId = await knownCheckout(trx, event);
    const done = await applyEvent(trx, event, checkoutId, mailer);
    await trx
      .updateTable('paymentEvents')
      .set({ checkoutId, ...done })
      .where('provider', '=', provider)
      .where('eventId', '=', eventId)
      .execute();
    return done;
  });
  if (result?.outcome === 'refused') {
    const { provider, eventId, type } = event;
    log.error({ provider, eventId, type, note: result.note }, 'A payment event was refused');
  }
}

async function applyEvent(
  trx: Trx,
  event: PaymentEvent,
  checkoutId: string | null,
  mailer: Mailer,
): Promise<Outcome> {
  if (event.kind === 'other') return { outcome: 'ignored', note: '' };
  if (checkoutId === null) return { outcome: 'refused', note: 'no such checkout' };
  if (event.kind === 'paid') {
    const refusal = await bookDonation(trx, event, mailer);
    return refusal === null
      ? { outcome: 'booked', note: '' }
      : { outcome: 'refused', note: refusal };
  }
  await endCheckout(trx, checkoutId, event.kind);
  return { outcome: 'noted', note: '' };
}

async function knownCheckout(trx: Trx, event: PaymentEvent): Promise<string | null> {
  if (event.kind === 'other' || !z.uuid().safeParse(event.checkoutId).success) return null;
  const checkout = await trx
    .selectFrom('checkouts')
    .select(['id', 'sessionId'])
    .where('id', '=', event.checkoutId)
    .where('provider', '=', event.provider)
    .executeTakeFirst();
  if (!checkout) return null;
  const { id, sessionId } = checkout;
  // Without a session of ours, the provider's answer got lost, and we cannot tell.
  const isAnother = sessionId !== null && sessionId !== (event.sessionId ?? sessionId);
  return isAnother ? null : id;
}
