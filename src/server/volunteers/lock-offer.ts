import { sql } from 'kysely';
import type { VolunteerOfferId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/** Locks an offer of time, and reads whose it is and how far. 404 for an unknown id. */
export function lockOffer(trx: Trx, id: VolunteerOfferId) {
  return (
    trx
      .selectFrom('volunteerOffers')
      .selectAll()
      // An erasure leaves no name of whoever is no donor.
      .select(
        sql<boolean>`coalesce(
        (select erased_at is not null from donors where donors.id = donor_id),
        first_name = '' and last_name = '')`.as('isErased'),
      )
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('offer of time'))
  );
}

/** Records of donors are not joined meanwhile: whose offer this is stays the same until the end. */
export async function keepDonorsApart(trx: Trx): Promise<void> {
  await sql`lock table donors in row exclusive mode`.execute(trx);
}
