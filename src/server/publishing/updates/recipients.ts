import { sql } from 'kysely';
import type { DonationId, DonorId, NominationId } from '#contract/ids.ts';
import type { Update } from '#contract/publishing/updates.ts';
import { leftoversSource } from '#server/ledger/release-money.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { DonationShare } from '#server/publishing/updates/emails.ts';
import { isDecisionMailWaitingSql } from '#server/vetting/nominations/decision-mails.ts';

/* Who gets an update, and each one's share. */

interface Addressee {
  email: string;
  role: 'donor' | 'nominator' | 'follower';
  firstName: string;
  hasOptedOut: boolean;
}

/**
 * Everyone who is told about a need, once for each address: its donors, its nominator unless one of the donors has the
 * same address, and those who only follow it. If it did not work out, donors whose money has already been released are
 * told, too. Who opted out of updates and follows this need gets them as a follower.
 */
export function audienceSql({ nominationId, kind }: Pick<Update, 'nominationId' | 'kind'>) {
  return sql<Addressee>`
    select distinct on (people.email) people.email, role, first_name,
      has_opted_out
    from (
      select involved.*, mail_opt_outs.email is not null as has_opted_out
      from (
      select lower(donors.email) as email, 'donor' as role, donors.first_name, donations.created_at
      from allocations join donations on donations.id = allocations.donation_id
        join donors on donors.id = donations.donor_id
      where allocations.nomination_id = ${nominationId} and donors.email is not null and (allocations.amount_cents > 0
        or ${kind}::text = 'did_not_work_out' and exists (select from ledger_entries
          where allocation_id = allocations.id and source = ${leftoversSource}))
      union all
      select lower(email), 'nominator', first_name, created_at from nominations where id = ${nominationId}
      ) as involved left join mail_opt_outs on mail_opt_outs.email = involved.email
      union all
      select email, 'follower', '', requested_at, false from followers
      where nomination_id = ${nominationId} and confirmed_at is not null
    ) as people
    order by people.email, has_opted_out, array_position(array['donor', 'nominator', 'follower'], role),
      people.created_at desc`;
}

/** How many mails publishing would send, and one of the recipients: a donor, if there are any. */
export async function getAudience(db: Db, update: Pick<Update, 'nominationId' | 'kind'>) {
  const { rows: audience } = await audienceSql(update).execute(db);
  const isDonor = ({ role }: Addressee) => role === 'donor';
  const isFollower = ({ role }: Addressee) => role === 'follower';
  const invited = audience.filter(({ hasOptedOut }) => !hasOptedOut);
  return {
    donors: invited.filter(isDonor).length,
    nominator: invited.some(({ role }) => role === 'nominator'),
    followers: invited.filter(isFollower).length,
    optedOut: audience.length - invited.length,
    example: invited.find(isDonor) ?? audience.find(isDonor) ?? audience[0],
  };
}

/** Who nominated a need, and whether a mail about a decision is still to be sent to them. */
export function findNominator(db: Db, nominationId: NominationId) {
  return db
    .selectFrom('nominations')
    .select(['email', 'firstName', isDecisionMailWaitingSql.as('isWaiting')])
    .where('id', '=', nominationId)
    .executeTakeFirstOrThrow();
}

/** The nominator's first name, if this is their address; a donor can have nominated the need, too. */
export function nominatorName(
  nominator: { email: string; firstName: string },
  email: string,
): string | null {
  return nominator.email.toLowerCase() === email.toLowerCase() ? nominator.firstName : null;
}

/** What the donations of these donors did for a need: by address, oldest donation first. */
export async function sharesIn(
  db: Db,
  nominationId: NominationId,
  emails: string[],
): Promise<
  Map<string, (Omit<DonationShare, 'url'> & { donationId: DonationId; donorId: DonorId })[]>
> {
  // No donors, if the mail only goes to nominators.
  if (emails.length === 0) return new Map();
  const address = sql<string>`lower(donors.email)`;
  const released = sql<number>`coalesce((select sum(ledger_entries.amount_cents) from ledger_entries
    where ledger_entries.allocation_id = allocations.id and source = ${leftoversSource}), 0)`;
  const rows = await db
    .selectFrom('allocations')
    .innerJoin('donations', 'donations.id', 'allocations.donationId')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select([
      address.as('email'),
      'donations.donorId',
      'donations.id as donationId',
      'donations.amountCents as donationCents',
      'donations.createdAt as givenAt',
      sql<number>`sum(allocations.amount_cents)::bigint`.as('allocatedCents'),
      sql<number>`sum(allocations.spent_cents)::bigint`.as('spentCents'),
      sql<number>`sum(${released})::bigint`.as('releasedCents'),
    ])
    .where('allocations.nominationId', '=', nominationId)
    .where(address, 'in', emails)
    .groupBy(['donations.id', address])
    // A mistake that was released in time was never a share.
    .having(sql<boolean>`sum(allocations.amount_cents) + sum(${released}) > 0`)
    .orderBy('donations.createdAt')
    .orderBy('donations.id')
    .execute();
  return Map.groupBy(rows, ({ email }) => email);
}
