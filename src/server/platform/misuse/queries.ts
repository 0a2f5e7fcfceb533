import { sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';
import { calmMinutes, watchedMinutes } from '#server/platform/misuse/card-testing.ts';
import type { EndedPayments, NetworkRecord } from '#server/platform/misuse/challenge-level.ts';

/* What is known about the calls and the payments of a network. */

/** The name under which calls that no person makes are counted. */
export const suspicious = 'suspicious';

// A provider reports one declined card with several events; the most frequent one has the number of cards.
const failures = (type: string) => sql`count(*) filter (where type = ${type})`;
const failed = sql`greatest(
  ${failures('charge.failed')},
  ${failures('payment_intent.payment_failed')},
  ${failures('checkout.session.async_payment_failed')}
)`;

// What is no sign of anything, such as a failed renewal, is stored as ignored.
const counts = sql`outcome <> 'ignored'`;

/** How all payments ended in the last {@link watchedMinutes}. */
export async function readEndedPayments(db: Db): Promise<EndedPayments> {
  const { rows } = await sql<EndedPayments>`
    select
      (select ${failed} from payment_events where ${counts} and received_at > now() - make_interval(mins => ${watchedMinutes}))
        as "failedPayments",
      (select count(*) from donations where created_at > now() - make_interval(mins => ${watchedMinutes}))
        as "paidPayments"`.execute(db);
  return only(rows);
}

/** What is known about a network, and whether an attack was seen recently, in one statement: every form waits for it. */
export async function readNetworkRecord(
  db: Db,
  network: Buffer,
): Promise<NetworkRecord & { isUnderAttack: boolean }> {
  const { rows } = await sql<NetworkRecord & { isUnderAttack: boolean }>`
    with started as (
      select id, status from checkouts
      where network = ${network} and created_at > now() - interval '2 hours'
    )
    select
      coalesce((select calls from call_counts
        where name = ${suspicious} and caller = ${network} and ends_at > now()), 0) as signs,
      (select ${failed} from payment_events join started on started.id = checkout_id
        where ${counts} and received_at > now() - interval '1 hour') as "failedPayments",
      (select count(*) from started where status = 'paid') as "paidPayments",
      exists (select from attacks where seen_at > now() - make_interval(mins => ${calmMinutes}))
        as "isUnderAttack"`.execute(db);
  return only(rows);
}

function only<Row>([row]: Row[]): Row {
  if (!row) throw new Error('A select without a table has always one row.');
  return row;
}
