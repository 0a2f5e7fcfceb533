import { sql } from 'kysely';
import { createDonation } from '#contract/giving/donations.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { busyCalls, calmMinutes, type Signals } from '#server/platform/misuse/policy.ts';

/** The name under which calls that no person makes are counted. */
export const suspicious = 'suspicious';
/** The name under which calls of the donation form are counted. */
export const donationCalls = `${createDonation.method} ${createDonation.path}`;

// A provider reports one declined card with several events; the most frequent one has the number of cards.
const failures = (type: string) => sql`count(*) filter (where type = ${type})`;

/** What happened in the last five minutes. */
export async function readSignals(db: Db, factor: number): Promise<Signals> {
  const { rows } = await sql<Signals>`
    with payments as (
      select
        greatest(
          ${failures('charge.failed')},
          ${failures('payment_intent.payment_failed')},
          ${failures('checkout.session.async_payment_failed')}
        ) as failed,
        count(*) filter (where outcome = 'booked') as paid
      from payment_events
      where received_at > now() - interval '5 minutes'
    )
    select
      failed as "failedPayments",
      paid as "paidPayments",
      (select count(*) from checkouts where created_at > now() - interval '1 minute')
        as "checkoutsLastMinute",
      (select coalesce(sum(calls), 0) from call_counts
        where name = ${donationCalls} and ends_at > now() and calls >= ${busyCalls * factor})
        as "callsOfBusyAddresses",
      (select coalesce(sum(calls), 0) from call_counts
        where name = ${suspicious} and ends_at > now())
        as "suspiciousCalls"
    from payments`.execute(db);
  const [signals] = rows;
  if (!signals) throw new Error('An aggregate has always one row.');
  return signals;
}

/** Whether an attack was seen recently. */
export async function isUnderAttack(db: Db): Promise<boolean> {
  const attack = await db
    .selectFrom('attacks')
    .select('kind')
    .where('seenAt', '>', sql<string>`now() - make_interval(mins => ${calmMinutes})`)
    .executeTakeFirst();
  return attack !== undefined;
}
