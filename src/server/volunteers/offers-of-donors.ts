import { sql } from 'kysely';
import type { DonationId, DonorId, VolunteerOfferId } from '#contract/ids.ts';
import { openOfferStates } from '#core/volunteers/offer-states.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/* When a donation makes an offer of time, and when a donor takes it back. */

interface OfferedWith {
  donationId: DonationId;
  donorId: DonorId;
  /** Null if the donor told none. */
  email: string | null;
  phone: string | null;
}

/**
 * Lists the offer of time that came with a donation, unless the same donor has one that is still open: somebody who
 * donates each month waits for one call. One that was withdrawn is new again. Returns the offer that somebody has to
 * answer now; null if there is no new one. The caller has locked the donor.
 */
export async function listOffer(
  trx: Trx,
  { donationId, donorId, email, phone }: OfferedWith,
): Promise<VolunteerOfferId | null> {
  // Somebody who offered by phone before is this donor.
  await trx
    .updateTable('volunteerOffers')
    .set({ donorId })
    .where('donorId', 'is', null)
    .where(sql`lower(email)`, '=', email?.toLowerCase() ?? null)
    .execute();
  const open = await trx
    .selectFrom('volunteerOffers')
    .select('id')
    .where('donorId', '=', donorId)
    .where('state', 'in', openOfferStates)
    .limit(1)
    .executeTakeFirst();
  if (open) return null;
  const renewed = await trx
    .updateTable('volunteerOffers')
    .set({ state: 'new' })
    .where('donationId', '=', donationId)
    .where('state', '=', 'withdrawn')
    .returning('id')
    .executeTakeFirst();
  if (renewed) return renewed.id;
  const id = newId<VolunteerOfferId>();
  await trx
    .insertInto('volunteerOffers')
    .values({ id, donationId, donorId, phone: phone ?? '' })
    .execute();
  return id;
}

/** Offers time with a donation that was made before, or takes that back; nothing if it is so already. */
export async function changeOffer(
  trx: Trx,
  donationId: DonationId,
  isAvailableToVolunteerTime: boolean,
): Promise<void> {
  // Records are not joined meanwhile, so whose donation it is stays the same.
  await sql`lock table donors in row exclusive mode`.execute(trx);
  const changed = await trx
    .updateTable('donations')
    .set({ isAvailableToVolunteerTime })
    .where('id', '=', donationId)
    .where('isAvailableToVolunteerTime', '!=', isAvailableToVolunteerTime)
    .returning(['donorId', 'phone'])
    .executeTakeFirst();
  if (!changed) return;
  const { email } = await trx
    .selectFrom('donors')
    .select('email')
    .where('id', '=', changed.donorId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (isAvailableToVolunteerTime) await listOffer(trx, { donationId, ...changed, email });
  else await withdrawOffers(trx, changed.donorId);
}

/** Takes a donor's open offers back, unless another donation of theirs still offers time. */
async function withdrawOffers(trx: Trx, donorId: DonorId): Promise<void> {
  const other = await trx
    .selectFrom('donations')
    .select('id')
    .where('donorId', '=', donorId)
    .where('isAvailableToVolunteerTime', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (other) return;
  await trx
    .updateTable('volunteerOffers')
    .set({ state: 'withdrawn' })
    .where('donorId', '=', donorId)
    // What somebody of the team entered is not about a donation.
    .where('donationId', 'is not', null)
    .where('state', 'in', openOfferStates)
    .execute();
}
