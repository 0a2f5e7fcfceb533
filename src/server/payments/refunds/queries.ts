import { type RawBuilder, sql } from 'kysely';
import type { Refund } from '#contract/giving/donations.ts';
import type { DonationId, RefundId } from '#contract/ids.ts';
import { shownRefunds } from '#server/giving/donations/returns-of.ts';
import { requestedRefundsSql } from '#server/ledger/requested-refunds.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import { coverLeftSql } from '#server/provider/card-costs/queries.ts';

/** Whether refunds of a payment were reported before its donation was booked. */
export function hasWaitingRefunds(paymentIntentId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from refunds
    where refunds.payment_intent_id = ${paymentIntentId} and refunds.donation_id is null)`;
}

/** One refund, as the API shows it. */
export function getRefund(db: Db, id: RefundId): Promise<Refund> {
  return shownRefunds(db).where('id', '=', id).executeTakeFirstOrThrow();
}

/** A requested refund whose outcome is unknown, with how often the provider was asked for it until now. */
export interface WaitingRefund {
  id: RefundId;
  paymentIntentId: string;
  timesAsked: number;
}

/** The requested refunds without an outcome. Not those that are being asked for right now. */
export function listWaitingRefunds(db: Db, provider: string): Promise<WaitingRefund[]> {
  return db
    .selectFrom('refunds')
    .select(['id', 'paymentIntentId', 'timesAsked'])
    .where('provider', '=', provider)
    .where('status', '=', 'requested')
    .where(sql<boolean>`coalesce(last_asked_at, created_at) < now() - interval '1 minute'`)
    .execute();
}

/** A donation without its donor, for a text about it. 404 for an unknown id. */
export function findDonationLine(db: Db, id: DonationId) {
  return db
    .selectFrom('donations')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .select([
      'donations.createdAt',
      'donations.amountCents',
      'donations.returnedCents',
      'donations.planId',
      requestedRefundsSql.as('requestedCents'),
      coverLeftSql.as('coverCents'),
      'causes.name as causeName',
    ])
    .where('donations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('donation'));
}
