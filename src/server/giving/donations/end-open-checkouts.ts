import { sql } from 'kysely';
import { endCheckout } from '#server/giving/donations/end-checkout.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

// How long somebody waits for the provider, in milliseconds.
const patience = 9_000;

/**
 * Ends the open payment pages of donors with these addresses at the provider, and then the checkouts: anybody can open
 * one in anybody's name. What was paid meanwhile stays, and so does a page that is being made at this moment.
 */
export async function endOpenCheckouts(
  db: Db,
  addresses: string[],
  { payments, mailer }: WithPayments & { mailer: Mailer },
): Promise<void> {
  const open = await db
    .selectFrom('checkouts')
    .select(['id', 'sessionId', 'createdAt'])
    .where(sql<boolean>`lower(details ->> 'email') = any(${addresses})`)
    .where('status', '=', 'started')
    .where('expiresAt', '>', sql<string>`now()`)
    .where('provider', '=', payments.name)
    .where((row) =>
      row.or([
        row('sessionId', 'is not', null),
        row('createdAt', '<', sql<string>`now() - interval '1 minute'`),
      ]),
    )
    .execute();
  for (const { createdAt, ...checkout } of open) {
    const isEnded = await payments.endCheckout(
      { ...checkout, createdAt: new Date(createdAt) },
      AbortSignal.timeout(patience),
    );
    if (!isEnded) continue;
    await db.transaction().execute((trx) => endCheckout(trx, checkout.id, 'expired', mailer));
  }
}
