import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashToken } from '#server/platform/security/tokens.ts';

/** The donation behind a private link. 400 if the link was replaced or never existed. */
export function findDonationByLink(db: Db, token: string) {
  return db
    .selectFrom('donationLinks')
    .innerJoin('donations', 'donations.id', 'donationLinks.donationId')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .select([
      'donations.id',
      'donations.createdAt',
      'firstName',
      'email',
      'amountCents',
      'allocatedCents',
      'returnedCents',
      'deficitCents',
      'isAvailableToVolunteerTime',
      'causes.name as cause',
    ])
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirstOrThrow(
      () =>
        new AppError(
          'invalid_token',
          'This link does not work. Please use the one in our latest email about your donation, or write to us.',
        ),
    );
}
