import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/payments/failed-payments.ts';
import {
  type FailedPayment,
  failureDays,
  type PaymentFailure,
  paymentFailures,
  unfinishedDays,
} from '#contract/payments/failed-payments.ts';
import { afterRow, type Page, type SortOrder, toPage } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';

/* Payments and refunds that failed, and payments that nobody finished. */

// A provider reports one declined card with several events; the more frequent kind has the number of cards.
const declinesSql = sql`(select greatest(
    count(*) filter (where type = 'charge.failed'),
    count(*) filter (where type = 'payment_intent.payment_failed'))
  from payment_events where payment_events.checkout_id = checkouts.id)`;

/** Whether a card was declined on the payment page of a checkout. */
const wasDeclinedSql = sql`exists (select from payment_events where payment_events.checkout_id = checkouts.id
  and type in ('charge.failed', 'payment_intent.payment_failed'))`;

const isUnpaidSql = sql`status in ('cancelled', 'expired', 'failed')`;

const causeSql = sql`(select json_build_object('id', causes.id, 'name', causes.name) from causes where causes.id =`;

type Source = 'unbooked' | 'unpaid' | 'refund';

/** Each source with its rows, in the order of an index of its own. */
const sources: Record<Source, ReturnType<typeof sql>> = {
  unbooked: sql`
    select md5(provider || ' ' || object_id)::uuid as id, 'unbooked' as failure, created_at, null::bigint as amount,
      null::json as cause, kind as object, object_id, reason, 0 as declines, null::uuid as donation_id
    from unbooked_objects`,
  unpaid: sql`
    select id, case status when 'failed' then 'unpaid' else 'declined' end, ended_at, amount_cents,
      ${causeSql} checkouts.cause_id), null, null, '', ${declinesSql}::int, null::uuid
    from checkouts where ${isUnpaidSql} and ended_at is not null and (status = 'failed' or ${wasDeclinedSql})`,
  refund: sql`
    select refunds.id, 'refund', refunds.failed_at, refunds.amount_cents,
      ${causeSql} donations.cause_id), null, null, coalesce(refusal, ''), 0, donation_id
    from refunds join donations on donations.id = donation_id where status = 'failed'`,
};

const sourceOf: Record<PaymentFailure, Source> = {
  unbooked: 'unbooked',
  declined: 'unpaid',
  unpaid: 'unpaid',
  refund: 'refund',
};

const newestFirst: SortOrder = {
  key: sql.ref('failed.created_at'),
  type: 'timestamptz',
  direction: 'desc',
};

/** What failed, the latest first. */
export async function listFailedPayments(
  db: Db,
  { limit, cursor, failure = [...paymentFailures] }: QueryOf<typeof contract.listFailedPayments>,
): Promise<Page<FailedPayment>> {
  const wanted = [...new Set(failure.map((kind) => sourceOf[kind]))];
  const from = cursor === undefined ? sql`true` : afterRow(newestFirst, 'failed.id', cursor);
  const only = sql`failed.failure = any(${failure})`;
  // Each source by itself, so that none of them is read further than to the end of the page.
  const pages = wanted.map(
    (source) => sql`(select * from (${sources[source]})
      as failed (id, failure, created_at, amount, cause, object, object_id, reason, declines, donation_id)
      where ${from} and ${only} order by created_at desc, id desc limit ${limit + 1})`,
  );
  const { rows } = await sql<FailedPayment>`
    select * from (${sql.join(pages, sql` union all `)}) as failed
    order by created_at desc, id desc limit ${limit + 1}`.execute(db);
  return toPage(rows, limit);
}

/** How many payment pages of the last days ended without a try, and how many payments were made in these days. */
export async function countUnfinishedPayments(
  db: Db,
): Promise<{ unfinished: number; paid: number }> {
  const since = sql`now() - make_interval(days => ${unfinishedDays})`;
  const { rows } = await sql<{ unfinished: number; paid: number }>`
    select
      (select count(*) from checkouts
        where ${isUnpaidSql} and status <> 'failed' and ended_at > ${since} and not ${wasDeclinedSql}) as unfinished,
      (select count(*) from donations where created_at > ${since}) as paid`.execute(db);
  return rows[0] as (typeof rows)[0];
}

/** How much failed in the last {@link failureDays}, and when the first of it did; the objects that are not booked are not counted. */
export async function countRecentFailures(
  db: Db,
): Promise<{ count: number; oldestAt: string | null }> {
  const { rows } = await sql<{ count: number; oldestAt: string | null }>`
    select count(*), min(created_at) as oldest_at from (
      select ended_at as created_at from checkouts
      where ${isUnpaidSql} and ended_at > now() - make_interval(days => ${failureDays}) and (status = 'failed' or ${wasDeclinedSql})
      union all
      select failed_at from refunds where status = 'failed' and failed_at > now() - make_interval(days => ${failureDays})
    ) as failed`.execute(db);
  return rows[0] as (typeof rows)[0];
}
