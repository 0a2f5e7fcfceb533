import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';

/* What the public sees of volunteers' hours. */

/** Confirmed hours in minutes, and how many people worked them: figures, and never who. */
export interface WorkedTime {
  minutes: number;
  people: number;
}

/** What volunteers worked for one need, or for all needs and the charity together; null if nothing. */
export async function readWorkedTime(db: Db, id?: NominationId): Promise<WorkedTime | null> {
  let query = db
    .selectFrom('volunteerHours')
    .innerJoin('volunteerOffers', 'volunteerOffers.id', 'volunteerHours.offerId')
    .select([
      sql<number>`coalesce(sum(minutes), 0)::bigint`.as('minutes'),
      sql<number>`count(distinct person)`.as('people'),
    ])
    .where('confirmedAt', 'is not', null)
    .where('undoneAt', 'is', null);
  if (id !== undefined) query = query.where('volunteerHours.nominationId', '=', id);
  const worked = await query.executeTakeFirstOrThrow();
  return worked.minutes === 0 ? null : worked;
}
