import { type RawBuilder, sql } from 'kysely';
import type { DonationId } from '#contract/ids.ts';
import { bookWaitingDisputes } from '#server/payments/disputes/commands.ts';
import { hasWaitingDisputes } from '#server/payments/disputes/queries.ts';
import { bookWaitingRefunds } from '#server/payments/refunds/book-refund.ts';
import { hasWaitingRefunds } from '#server/payments/refunds/queries.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hasWaitingCosts } from '#server/provider/card-costs/queries.ts';
import { bookWaitingCosts } from '#server/provider/card-costs/record-balance.ts';

type NewDonation = { id: DonationId; paymentIntentId: string };

/** What the provider may tell of a payment before its donation is booked, in the order in which it is booked then. */
const waiting: {
  isThere: (paymentIntentId: string) => RawBuilder<boolean>;
  book: (trx: Trx, donation: NewDonation, source: string, mailer: Mailer) => Promise<void>;
}[] = [
  { isThere: hasWaitingRefunds, book: bookWaitingRefunds },
  {
    isThere: hasWaitingCosts,
    book: (trx, { paymentIntentId }) => bookWaitingCosts(trx, paymentIntentId),
  },
  { isThere: hasWaitingDisputes, book: bookWaitingDisputes },
];

/** Whether anything waits for the donation of a payment. */
export function hasWaiting(paymentIntentId: string): RawBuilder<boolean> {
  return sql`(${sql.join(
    waiting.map(({ isThere }) => isThere(paymentIntentId)),
    sql` or `,
  )})`;
}

/** Books what has waited for a donation that was just booked. */
export async function bookWaiting(
  trx: Trx,
  donation: NewDonation,
  source: string,
  mailer: Mailer,
): Promise<void> {
  for (const { book } of waiting) await book(trx, donation, source, mailer);
}
