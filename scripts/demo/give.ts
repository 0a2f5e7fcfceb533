import { sql } from 'kysely';
import { pino } from 'pino';
import type { DonationId } from '#contract/ids.ts';
import { startDonation } from '#server/giving/donations/start-donation.ts';
import { handlePaymentEvent } from '#server/payments/payments/handle-payment-event.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { createTestProvider } from '#server/provider/payment-provider/test-provider.ts';
import { centsOf } from './amounts.ts';
import { backdate, backdateCover, backdateDonor, backdateLedger, moment } from './backdate.ts';
import { contact } from './contact.ts';

type Form = Parameters<typeof startDonation>[2];

/** What somebody of the story gives, and what else they say in the form. */
type Given = Pick<Form, 'causeId'> &
  Partial<Form> & { name: [string, string]; dollars: number; daysAgo: number };

/** Somebody fills in the donation form and pays, some days ago. */
export async function give(
  db: Db,
  mailer: Mailer,
  { name: [firstName, lastName], dollars, daysAgo, ...said }: Given,
): Promise<DonationId> {
  const amount = centsOf(dollars);
  const details = { description: '', isAvailableToVolunteerTime: false };
  const { id } = await startDonation(
    db,
    { network: null, site: null },
    { amount, firstName, lastName, ...contact(firstName, lastName), ...details, ...said },
    null,
    { minCents: 1, maxCents: amount, settings: mailer.settings.current() },
    createTestProvider(mailer.config),
  );
  await handlePaymentEvent(
    db,
    {
      provider: 'test',
      eventId: `demo-${id}`,
      type: 'demo',
      kind: 'paid',
      checkoutId: id,
      paymentIntentId: `test_${id}`,
      paidAt: new Date(moment(daysAgo)),
      amountCents: amount,
      currency: mailer.config.currency.toLowerCase(),
      isReal: false,
    },
    mailer,
    pino({ level: 'silent' }),
  );
  await backdate(db, 'donations.created_at', id, daysAgo);
  await backdateDonor(db, id);
  await backdateCover(db, id, daysAgo);
  await backdateLedger(db, sql`donation_id = ${id} and kind = 'payment'`, daysAgo);
  return id;
}
