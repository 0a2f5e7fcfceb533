import { sql } from 'kysely';
import type { LineReturn } from '#core/giving/deposits.ts';
import { addressTooNew, isLinkHeldSql } from '#server/donors/donors/held-links.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashToken } from '#server/platform/security/tokens.ts';
import {
  costCentsSql,
  coverLeftSql,
  missingCentsSql,
} from '#server/provider/card-costs/queries.ts';

/* Finds the donation behind a private link, to show or to change it. */

/** How the money of a donation that was a line of a deposit left again, for a query of donations. */
export const returnedAsSql = sql<LineReturn | null>`(select returned_as from deposit_lines
  where deposit_lines.donation_id = donations.id)`;

/** {@link findDonationByLink} for what only its donor may do. 403 if the link only shows the donation. */
export async function findDonationToChange(db: Db, token: string) {
  const donation = await findDonationByLink(db, token);
  if (donation.isViewOnly) {
    throw new AppError(
      'view_only_link',
      'This link only shows the donation. Please use the one in our latest email about it, or write to us.',
    );
  }
  return donation;
}

/**
 * The donation behind a private link. 400 if the link was replaced or never existed, 409 while links to the donor's new
 * address wait.
 */
export async function findDonationByLink(db: Db, token: string) {
  const { isHeld, ...donation } = await db
    .selectFrom('donationLinks')
    .innerJoin('donations', 'donations.id', 'donationLinks.donationId')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .leftJoin('plans', (join) =>
      join.onRef('plans.id', '=', 'donations.planId').on('plans.state', '<>', 'ended'),
    )
    .select([
      'isViewOnly',
      // Those that only show it are of the browser that gave, not of an address.
      sql<boolean>`not is_view_only and ${isLinkHeldSql('donations', 'donationLinks.createdAt')}`.as(
        'isHeld',
      ),
      'donations.id',
      'donations.receivedOn',
      returnedAsSql.as('returnedAs'),
      'donors.firstName',
      'donors.email',
      'donations.amountCents',
      'donations.provider',
      'plans.interval',
      'allocatedCents',
      'returnedCents',
      'spentBeforeCents',
      'deficitCents',
      'isAvailableToVolunteerTime',
      'boundTo',
      'donations.isAnonymous',
      'donations.planId',
      'causes.name as cause',
      costCentsSql.as('costCents'),
      'donations.coverCents',
      coverLeftSql.as('coverLeftCents'),
      missingCentsSql.as('missingCents'),
    ])
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirstOrThrow(
      () =>
        new AppError(
          'invalid_token',
          'This link does not work. Please use the one in our latest email about your donation, or write to us.',
        ),
    );
  if (isHeld) throw addressTooNew();
  return donation;
}
