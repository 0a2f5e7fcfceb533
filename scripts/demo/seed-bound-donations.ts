import { sql } from 'kysely';
import { pino } from 'pino';
import type { CauseId, DonationId, NominationId } from '#contract/ids.ts';
import { freeDonations } from '#server/giving/bound-donations/commands.ts';
import { startDonation } from '#server/giving/donations/commands.ts';
import { createTestProvider } from '#server/giving/payment-provider/test-provider.ts';
import { handlePaymentEvent } from '#server/giving/payments/commands.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { allocate } from '#server/spending/allocations/commands.ts';
import { centsOf } from './amounts.ts';
import { backdate, backdateDonor, backdateLedger, withoutTrigger } from './backdate.ts';
import { contact } from './contact.ts';

/** Two donors who gave to one need: one donation waits for it, the other one has waited long enough. */
export async function seedBoundDonations(db: Db, mailer: Mailer, team: TeamMember): Promise<void> {
  const need = await db
    .selectFrom('publicPages')
    .innerJoin('nominations', 'nominations.id', 'publicPages.nominationId')
    .select(['nominations.id', 'nominations.causeId'])
    .where('isVisible', '=', true)
    .where('state', '=', 'open')
    .where((row) => row.or([row('goalCents', 'is', null), row('missingCents', '>', centsOf(60))]))
    .orderBy('publishedAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

  const waiting = await give(db, mailer, need, {
    name: ['Imani', 'Brooks'],
    dollars: 150,
    daysAgo: 6,
  });
  const amount = centsOf(40);
  const allocation = { amount, donationId: waiting, nominationId: need.id };
  await allocate(db, team, allocation, null, mailer.settings);

  const late = await give(db, mailer, need, {
    name: ['Piotr', 'Zielinski'],
    dollars: 80,
    daysAgo: 65,
  });
  await withoutTrigger(db, 'donations', 'donations_keep_bound', (trx) =>
    sql`update donations set bound_until = now() - interval '1 hour' where id = ${late}`.execute(
      trx,
    ),
  );
  await freeDonations(db, mailer);
}

async function give(
  db: Db,
  mailer: Mailer,
  need: { id: NominationId; causeId: CauseId },
  {
    name: [firstName, lastName],
    dollars,
    daysAgo,
  }: { name: [string, string]; dollars: number; daysAgo: number },
): Promise<DonationId> {
  const amount = centsOf(dollars);
  const details = { description: '', isAvailableToVolunteerTime: false };
  const { id } = await startDonation(
    db,
    { network: null, site: null },
    {
      ...{ amount, causeId: need.causeId, needId: need.id, firstName, lastName },
      ...contact(firstName, lastName),
      ...details,
    },
    null,
    { minCents: 1, maxCents: amount },
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
      paidAt: new Date(),
      amountCents: amount,
      currency: mailer.config.currency.toLowerCase(),
      isReal: false,
    },
    mailer,
    pino({ level: 'silent' }),
  );
  await backdate(db, 'donations.created_at', id, daysAgo);
  await backdateDonor(db, id);
  await backdateLedger(db, sql`donation_id = ${id} and kind = 'payment'`, daysAgo);
  return id;
}
