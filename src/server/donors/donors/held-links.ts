import { type RawBuilder, sql } from 'kysely';
import type { DonorId } from '#contract/ids.ts';
import { heldDays, heldTime } from '#core/donors/donor-changes.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/*
 * Which private links do nothing yet, because the address of their donor was changed (decision 0057). One person alone
 * can give a donor another address, mistyped or their own. So whatever private link is sent from then on opens and
 * changes nothing until the former address has agreed, or has had three days to stop it. It is checked where links are
 * used, so that it does not matter which email a link left with.
 */

/** Whether a change keeps links waiting. */
export const isHoldingSql = sql<boolean>`(is_told and taken_back_at is null and (objected_at is not null
  or confirmed_at is null and donor_changes.created_at > now() - make_interval(days => ${heldDays})))`;

/** Whether the new address of a change has had no link that works so far. */
export const hasNeverCountedSql = sql<boolean>`(is_told and confirmed_at is null and taken_back_at is null
  and coalesce(objected_at, now()) < donor_changes.created_at + make_interval(days => ${heldDays}))`;

/** Since when a donation or a plan is its donor's, by our clock. */
const startedAt = {
  donations: sql`donations.created_at`,
  plans: sql`(select min(created_at) from plan_events where plan_id = plans.id and kind = 'started')`,
};

/**
 * Since when links to what belongs to a donor wait; null if they do not. `table`: of one donation or plan, which a join keeps
 * waiting only if it came with the joined record, or later.
 */
export function linksHeldSinceSql(
  donor: string,
  table?: 'donations' | 'plans',
): RawBuilder<string | null> {
  const isTouched =
    table === undefined
      ? sql`true`
      : sql`(kind = 'correction' or kept -> 'join' -> 'rows' -> ${table}::text ? ${sql.ref(`${table}.id`)}::text
          or coalesce(${startedAt[table]}, 'infinity') >= donor_changes.created_at)`;
  return sql<string | null>`(select min(donor_changes.created_at) from donor_changes
    where ${isHoldingSql} and ${isTouched} and donor_changes.donor_id in (
      select records.id from donors as records where ${sql.ref(donor)} in (records.id, records.joined_into)))`;
}

/** Whether a link to a donation or a plan waits, because it was made after the address of its donor was changed. */
export function isLinkHeldSql(table: 'donations' | 'plans', madeAt: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${sql.ref(madeAt)} >= ${linksHeldSinceSql(`${table}.donorId`, table)}, false)`;
}

/** Whether a donor had their address for less than three days at a moment, for a query that joins donors. */
export function isNewAddressSql(moment: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${moment} between donors.address_changed_at
    and donors.address_changed_at + make_interval(days => ${heldDays}), false)`;
}

/** Whether links that are sent to a donor now would wait. */
export async function areLinksHeld(db: Db, id: DonorId): Promise<boolean> {
  const donor = await db
    .selectFrom('donors')
    .select(sql<boolean>`${linksHeldSinceSql('donors.id')} is not null`.as('areLinksHeld'))
    .where('id', '=', id)
    .executeTakeFirst();
  return donor?.areLinksHeld ?? false;
}

/** 409 if links that are sent to a donor now would wait. */
export async function refuseHeldLinks(db: Db, id: DonorId): Promise<void> {
  if (await areLinksHeld(db, id)) throw addressTooNew();
}

/** Why a link that was sent to another address does nothing yet. */
export function addressTooNew(): AppError {
  return new AppError(
    'address_too_new',
    `The email address of these donations was changed in the last ${heldTime}. To protect them, links that were sent since then work ${heldTime} after the change, or as soon as somebody agrees with the link in our email to the former address.`,
  );
}
