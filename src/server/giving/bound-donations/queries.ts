import { type RawBuilder, sql } from 'kysely';
import type { DonationId, NominationId } from '#contract/ids.ts';
import type { BindingEnd, BoundNeed, ToldBinding } from '#core/giving/bound-donations.ts';
import type { Db } from '#server/platform/db/schema.ts';

/* The needs that donations are bound to, and since when they are free. */

/** What decides about donations that are bound to a need, with its public name. */
export interface FoundNeed extends BoundNeed {
  id: NominationId;
  /** Null while it has no public page. */
  name: string | null;
}

function needs(db: Db) {
  return db
    .selectFrom('nominations')
    .leftJoin('publicPages', 'publicPages.nominationId', 'nominations.id')
    .select([
      'nominations.id',
      'nominations.isAccepted',
      'nominations.isRejected',
      'nominations.isCompleted',
      'nominations.causeId',
      'nominations.goalCents',
      'nominations.allocatedCents',
      sql<string | null>`case when public_pages.is_visible then shown_name end`.as('name'),
      sql<boolean>`coalesce(public_pages.is_visible, false)`.as('isVisible'),
      sql<boolean>`coalesce(public_pages.state = 'did_not_work_out', false)`.as('didNotWorkOut'),
    ]);
}

/** A need that somebody gives to; undefined for an unknown one. */
export function findBoundNeed(db: Db, id: NominationId): Promise<FoundNeed | undefined> {
  return needs(db).where('nominations.id', '=', id).executeTakeFirst();
}

/** Every need that a donation is bound to, and when the first of them ends at the latest. */
export function listBoundNeeds(db: Db): Promise<(FoundNeed & BoundSince)[]> {
  return needs(db)
    .innerJoin(
      (from) =>
        from
          .selectFrom('donations')
          .select((row) => [
            'boundTo',
            row.fn.min('boundUntil').as('firstEnd'),
            sql<string>`array_agg(distinct cause_id)`.as('causeIds'),
          ])
          .where('boundTo', 'is not', null)
          .where('releasedFromBoundAt', 'is', null)
          .groupBy('boundTo')
          .as('bound'),
      (join) => join.onRef('bound.boundTo', '=', 'nominations.id'),
    )
    .select([
      sql<string>`first_end`.as('firstEnd'),
      sql<boolean>`nominations.cause_id <> any (bound.cause_ids)`.as('isOfOtherCause'),
      isUndoableSql.as('isUndoable'),
    ])
    .orderBy('nominations.id')
    .execute();
}

interface BoundSince {
  firstEnd: string;
  isOfOtherCause: boolean;
  /** Whether the last decision about it can still be undone. */
  isUndoable: boolean;
}

/** Whether a decision about the nomination can still be undone: nothing follows from it until then. */
const isUndoableSql = sql<boolean>`exists (select from nomination_decisions
  where nomination_id = nominations.id and undone_at is null and undoable_until > clock_timestamp())`;

/** The need that a donation may be allocated to and no other; null for a donation that is free. */
export const boundNeedSql: RawBuilder<{ id: NominationId; nominee: string } | null> = sql`(
  select json_build_object('id', id, 'nominee', nominee) from nominations
  where nominations.id = donations.bound_to and donations.released_from_bound_at is null)`;

/** What the team reads about the need of a donation; null if the donor gave for a cause. */
export const bindingSql: RawBuilder<{
  id: NominationId;
  nominee: string;
  until: string;
  releasedAt: string | null;
  why: BindingEnd | null;
} | null> = sql`(select json_build_object(
    'id', nominations.id, 'nominee', nominations.nominee,
    'until', to_char(donations.bound_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'releasedAt', to_char(donations.released_from_bound_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'why', donations.released_from_bound_why)
  from nominations where nominations.id = donations.bound_to)`;

/** What the donor reads about it, with the id of the need while it has a public page. */
export type DonorsBinding = ToldBinding & { needId: NominationId | null };

/** The binding of a donation as its donor is told; null if there never was one. */
export async function findBinding(db: Db, id: DonationId): Promise<DonorsBinding | null> {
  const row = await db
    .selectFrom('donations')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .leftJoin('publicPages', (join) =>
      join
        .onRef('publicPages.nominationId', '=', 'donations.boundTo')
        .on('publicPages.isVisible', '=', true),
    )
    .select([
      'publicPages.nominationId as needId',
      'publicPages.shownName as need',
      'causes.name as cause',
      'boundUntil as until',
      'releasedFromBoundWhy as why',
    ])
    .where('donations.id', '=', id)
    .where('boundTo', 'is not', null)
    .executeTakeFirst();
  if (!row || row.until === null) return null;
  return { ...row, until: row.until };
}

/** Whether the last decision about a nomination can still be undone. */
export async function isDecisionUndoable(db: Db, id: NominationId): Promise<boolean> {
  const row = await db
    .selectFrom('nominations')
    .select(isUndoableSql.as('isUndoable'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.isUndoable ?? false;
}
