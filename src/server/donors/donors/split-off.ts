import { sql } from 'kysely';
import type { DonorId, PlanId } from '#contract/ids.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/** What was given with an address since then is of a donor of its own. */
export async function splitOff(trx: Trx, id: DonorId, email: string, since: string): Promise<void> {
  const given = await givenSince(trx, { id, emails: [email], since, plans: [] });
  const who = given.donations[0]?.who ?? given.plans[0]?.who;
  if (!who) return;
  const donorId = newId<DonorId>();
  await trx
    .insertInto('donors')
    .values({ ...who, id: donorId, email, createdAt: since })
    .execute();
  await reassignGiven(trx, given, donorId);
  await setLastDonationAt(trx, [id, donorId]);
}

interface Given {
  donations: { id: string; who: { firstName: string; lastName: string } | null }[];
  plans: { id: PlanId; who: { firstName: string; lastName: string } | null }[];
}

/** What was given with an address since a moment, and with these recurring donations and those that began with it. */
export async function givenSince(
  trx: Trx,
  {
    id,
    emails,
    since,
    plans: known,
  }: { id: DonorId; emails: (string | null)[]; since: string; plans: string[] },
): Promise<Given> {
  const addresses = emails.flatMap((email) => email?.toLowerCase() ?? []);
  const plans = await trx
    .selectFrom('plans')
    .select(['id', 'details'])
    .where('donorId', '=', id)
    // It may have waited on the payment page since before that.
    .where(
      sql<boolean>`exists (select from plan_events
        where plan_id = plans.id and kind = 'started' and plan_events.created_at >= ${since})`,
    )
    .where(sql<boolean>`lower(details ->> 'email') = any(${addresses}::text[])`)
    .execute();
  const ofPlans = [...known, ...plans.map((plan) => plan.id)];
  const donations = await trx
    .selectFrom('donations')
    .select(['id', 'firstName', 'lastName'])
    .where('donorId', '=', id)
    .where('createdAt', '>=', since)
    .where(
      sql<boolean>`(lower(email) = any(${addresses}::text[]) and plan_id is null or plan_id = any(${ofPlans}::uuid[]))`,
    )
    .orderBy('createdAt', 'desc')
    .execute();
  return {
    donations: donations.map(({ id: donationId, firstName, lastName }) => ({
      id: donationId,
      who: firstName === null || lastName === null ? null : { firstName, lastName },
    })),
    plans: plans.map(({ id: planId, details }) => ({
      id: planId,
      who: details && { firstName: details.firstName, lastName: details.lastName },
    })),
  };
}

export async function reassignGiven(
  trx: Trx,
  { donations, plans }: Given,
  donorId: DonorId,
): Promise<void> {
  const ids = donations.map(({ id }) => id);
  await sql`update plans set donor_id = ${donorId}
    where id = any(${plans.map(({ id }) => id)}::uuid[])`.execute(trx);
  await sql`update donations set donor_id = ${donorId} where id = any(${ids}::uuid[])`.execute(trx);
  // What came with them.
  await sql`update volunteer_offers set donor_id = ${donorId} where donation_id = any(${ids}::uuid[])`.execute(
    trx,
  );
  await sql`update gift_aid_declarations set donor_id = ${donorId} where checkout_id = any(${ids}::uuid[])`.execute(
    trx,
  );
}

export async function setLastDonationAt(trx: Trx, ids: DonorId[]): Promise<void> {
  await sql`update donors set last_donation_at = coalesce(
      (select max(created_at) from donations where donor_id = donors.id), last_donation_at)
    where id = any(${ids}::uuid[])`.execute(trx);
}
