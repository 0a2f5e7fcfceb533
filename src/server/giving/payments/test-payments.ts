import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { TestPayment } from '#contract/documents.ts';
import { donationId } from '#contract/ids.ts';
import { testPaymentPath } from '#contract/pages.ts';
import { handlePaymentEvent } from '#server/giving/payments/commands.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';

const outcomeForm = z.object({ outcome: z.enum(['paid', 'cancelled']) });

/** What a press on the page of a test payment does. The page itself is one of the documents. */
export function testPaymentRoute(app: FastifyInstance, { db, config, mailer }: Deps): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.post<{ Params: { id: string } }>(testPaymentPath(':id'), async (request, reply) => {
    const form = outcomeForm.safeParse(request.body);
    if (!form.success) {
      throw new AppError('invalid_input', 'Send the form field outcome=paid or outcome=cancelled.');
    }
    const payment = await findTestPayment(db, request.params.id);
    if (!payment) throw new AppError('not_found', 'There is no such payment.');
    const { outcome } = form.data;
    const { id: checkoutId, amount, cover, currency, status } = payment;
    // A second click on the same button redirects to the same address as the first.
    if (status !== 'started' && status !== outcome) {
      return reply.redirect(config.publicUrl + testPaymentPath(checkoutId), 303);
    }
    await handlePaymentEvent(
      db,
      {
        provider: 'test',
        eventId: `${checkoutId}-${outcome}`,
        type: `checkout.${outcome}`,
        checkoutId,
        ...(outcome === 'paid'
          ? {
              kind: 'paid',
              paymentIntentId: `test_${checkoutId}`,
              amountCents: amount + cover,
              currency: currency.toLowerCase(),
              paidAt: new Date(),
              isReal: false,
            }
          : { kind: 'cancelled' }),
      },
      mailer,
      request.log,
    );
    const path = outcome === 'paid' ? '/donate?status=success' : '/donate';
    return reply.redirect(`${config.publicUrl}${path}`, 303);
  });
}

/** A payment of the test provider; null if there is none. */
export async function findTestPayment(db: Db, text: string): Promise<TestPayment | null> {
  const id = donationId.safeParse(text).data;
  if (id === undefined) return null;
  const checkout = await db
    .selectFrom('checkouts')
    .leftJoin('causes', 'causes.id', 'checkouts.causeId')
    .select([
      'checkouts.amountCents',
      'checkouts.coverCents',
      'checkouts.currency',
      'checkouts.status',
    ])
    .select(['checkouts.expiresAt', 'causes.name'])
    .where('checkouts.id', '=', id)
    .where('checkouts.provider', '=', 'test')
    .executeTakeFirst();
  if (!checkout) return null;
  const { amountCents: amount, coverCents: cover, currency, status, expiresAt, name } = checkout;
  const isOver = status === 'started' && new Date(expiresAt) < new Date();
  return { id, amount, cover, currency, cause: name ?? '', status: isOver ? 'expired' : status };
}
