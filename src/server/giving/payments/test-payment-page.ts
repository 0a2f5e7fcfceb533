import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type DonationId, donationId } from '#contract/ids.ts';
import { formatCents } from '#core/money.ts';
import { handlePaymentEvent } from '#server/giving/payments/commands.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';

const outcomeForm = z.object({ outcome: z.enum(['paid', 'cancelled']) });

/** Takes the place of a provider's payment page. */
export function testPaymentPage(app: FastifyInstance, { db, config, mailer }: Deps): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get<{ Params: { id: string } }>('/test-payment/:id', async (request, reply) => {
    const checkout = await findCheckout(db, request.params.id);
    return sendPage(reply, checkout.status === 'started' ? payForm(checkout) : ended(checkout));
  });

  app.post<{ Params: { id: string } }>('/test-payment/:id', async (request, reply) => {
    const form = outcomeForm.safeParse(request.body);
    if (!form.success) {
      throw new AppError('invalid_input', 'Send the form field outcome=paid or outcome=cancelled.');
    }
    const checkout = await findCheckout(db, request.params.id);
    const { outcome } = form.data;
    // A second click on the same button redirects to the same address as the first.
    if (checkout.status !== 'started' && checkout.status !== outcome) {
      return sendPage(reply.status(409), ended(checkout));
    }
    const { id: checkoutId, amountCents } = checkout;
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
              amountCents,
              currency: 'usd',
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

interface TestCheckout {
  id: DonationId;
  amountCents: number;
  status: 'started' | 'pending' | 'paid' | 'cancelled' | 'expired' | 'failed';
}

async function findCheckout(db: Db, text: string): Promise<TestCheckout> {
  const id = donationId.safeParse(text).data;
  const checkout = id
    ? await db
        .selectFrom('checkouts')
        .select(['id', 'amountCents', 'status', 'expiresAt'])
        .where('id', '=', id)
        .where('provider', '=', 'test')
        .executeTakeFirst()
    : undefined;
  if (!checkout) throw new AppError('not_found', 'There is no such payment.');
  const { expiresAt, ...found } = checkout;
  const isOver = found.status === 'started' && new Date(expiresAt) < new Date();
  return { ...found, status: isOver ? 'expired' : found.status };
}

function sendPage(reply: FastifyReply, body: string) {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(page(body));
}

function payForm({ amountCents }: TestCheckout): string {
  return `<p class="mark">Test payment – no card is charged</p>
<p class="amount">${formatCents(amountCents)}</p>
<p>This site has no payment provider yet. On this page, you decide how the payment ends.</p>
<form method="post">
<button name="outcome" value="paid">Pay</button>
<button name="outcome" value="cancelled" class="quiet">Cancel</button>
</form>`;
}

function ended({ status }: TestCheckout): string {
  return `<p class="mark">Test payment – no card is charged</p>
<p>This payment is ${status}. There is nothing more to do here.</p>
<p><a href="/donate">Back to the donation form</a></p>`;
}

function page(body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>Test payment</title>
<style>
:root{--paper:#faf6ee;--ink:#1d2a24;--green:#1f5b45;--edge:#cfc6b4;--mark:#7a4b00}
@media (prefers-color-scheme:dark){:root{--paper:#15201b;--ink:#ece7db;--green:#8fd0b3;--edge:#3d4c45;--mark:#f0b95b}}
body{margin:0;padding:12vh 20px;background:var(--paper);color:var(--ink);font:17px/1.55 system-ui,sans-serif}
main{max-width:26rem;margin:0 auto}
h1{font:600 28px/1.2 Georgia,serif;margin:0 0 8px}
.mark{color:var(--mark);font-weight:600}
.amount{font-size:40px;font-weight:600;font-variant-numeric:tabular-nums;margin:16px 0}
button{font:inherit;font-weight:600;padding:12px 28px;margin:8px 8px 0 0;border-radius:6px;border:1px solid var(--green);background:var(--green);color:var(--paper);cursor:pointer}
button.quiet{background:none;color:var(--green)}
a{color:var(--green)}
</style></head><body><main><h1>Payment</h1>
${body}
</main></body></html>
`;
}
