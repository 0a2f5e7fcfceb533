import { sql } from 'kysely';
import { formatDate } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { PersonScope } from '#server/privacy/data-map.ts';

/* When somebody cannot be erased yet. */

/**
 * Why somebody cannot be erased yet, each a sentence that says until when: as long as money is on its way, the bank or
 * the payment provider may ask who gave it. Open payment pages are left out for whoever ends them first.
 */
export async function findObstacles(
  db: Db,
  { donors, donations, nominations, addresses }: PersonScope,
  timeZone: string,
  { withOpenPages = true } = {},
): Promise<string[]> {
  const { rows } = await sql<{ kind: string; amount: number | null; at: string | null }>`
    select 'dispute' as kind, amount_cents as amount, created_at as at from disputes
      where donation_id = any(${donations}::uuid[]) and status = 'open'
    union all select 'refund', amount_cents, created_at from refunds
      where donation_id = any(${donations}::uuid[]) and status in ('requested', 'pending')
    union all select 'approval', null, expires_at from approvals
      where status in ('open', 'approving') and exists (
        select from unnest(${[...donations, ...nominations]}::text[]) as id where strpos(request::text, id) > 0)
    union all select 'plan', amount_cents, stop_requested_at from plans
      where donor_id = any(${donors}::uuid[]) and stop_requested_at is not null
    union all select 'checkout', amount_cents, expires_at from checkouts
      where lower(details ->> 'email') = any(${addresses})
        and (status = 'pending' or (${withOpenPages} and status = 'started' and expires_at > now()))
    order by 3`.execute(db);
  const sentences: Record<string, (row: (typeof rows)[number]) => string> = {
    dispute: ({ amount, at }) =>
      `A bank has disputed ${formatCents(amount ?? 0)} of a donation since ${formatDate(at ?? '', timeZone)}. This person can be erased as soon as the bank has decided, because until then it may ask who gave the money.`,
    refund: ({ amount, at }) =>
      `A refund of ${formatCents(amount ?? 0)} has been on its way since ${formatDate(at ?? '', timeZone)}. This person can be erased as soon as the payment provider says how it ended.`,
    approval: ({ at }) =>
      `A request about them waits for a second person. This person can be erased once it is approved or declined, and at the latest after ${formatDate(at ?? '', timeZone)}.`,
    plan: ({ amount, at }) =>
      `A recurring donation of ${formatCents(amount ?? 0)} is being stopped, since ${formatDate(at ?? '', timeZone)}. This person can be erased as soon as the payment provider has confirmed that it charges nothing anymore; we ask again every minute.`,
    checkout: ({ amount, at }) =>
      `A payment of ${formatCents(amount ?? 0)} is under way. This person can be erased once it has succeeded or failed; most end by ${formatDate(at ?? '', timeZone)}.`,
  };
  return rows.map((row) => sentences[row.kind]?.(row) ?? '');
}
