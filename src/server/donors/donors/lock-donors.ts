import { sql } from 'kysely';
import type { DonorId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/* How changes of donors, bookings, and erasures wait for each other. */

/** Lets nobody be erased, or only this transaction erase somebody, until it ends. */
export async function lockErasures(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('erasures', 0))`.execute(trx);
}

/**
 * Lets one call at a time change who donors are. Bookings lock one or two rows of the table and wait; locks on rows in
 * another order could be waited for in a circle. An erasure locks rows, too, and writes much later.
 */
export async function lockDonors(trx: Trx): Promise<void> {
  await lockErasures(trx);
  await sql`lock table donors in share row exclusive mode`.execute(trx);
}

/**
 * Locks a donor's own record. 404 for an unknown id, 409 for one that was joined into another, and for somebody who was
 * erased.
 */
export async function lockDonor(trx: Trx, id: DonorId) {
  const { joinedInto, erasedAt, ...donor } = await trx
    .selectFrom('donors')
    .select(['firstName', 'lastName', 'email', 'formerly', 'joinedInto', 'erasedAt'])
    .select(['addressChangedAt', 'postalAddress', 'createdAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('donor'));
  if (joinedInto !== null) {
    throw new AppError(
      'donor_joined',
      'This record was joined into another one meanwhile. Reload the page to see that one.',
    );
  }
  if (erasedAt !== null) {
    throw new AppError('donor_erased', 'This donor was erased, so nothing about them is stored.');
  }
  return donor;
}

/** 409 for an address that belongs to another donor. */
export function addressTaken(
  message = 'Another donor has this address. Join the two records instead.',
): AppError {
  return new AppError('donor_address_taken', message, { email: message });
}
