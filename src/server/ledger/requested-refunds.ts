import { sql } from 'kysely';

/**
 * What requested refunds that the provider has not confirmed yet return of a donation, in cents, without what was added
 * for card costs; for a query on donations.
 */
export const requestedRefundsSql = sql<number>`(
  select coalesce(sum(refunds.amount_cents - refunds.cover_cents), 0)::bigint from refunds
  where refunds.donation_id = donations.id and refunds.status = 'requested'
)`;
