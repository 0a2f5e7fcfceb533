import { sql } from 'kysely';
import type { NominationId, UserId } from '#contract/ids.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/* Whoever has a conflict of interest does nothing with a nomination. */

/** Whether somebody has declared a conflict of interest about a nomination. */
export async function hasConflict(db: Db, userId: UserId, id: NominationId): Promise<boolean> {
  const { is } = await db
    .selectNoFrom(
      sql<boolean>`exists (select from conflicts where nomination_id = ${id} and user_id = ${userId})`.as(
        'is',
      ),
    )
    .executeTakeFirstOrThrow();
  return is;
}

/** Throws 409 for whoever has a conflict of interest: they neither check nor recommend nor decide. */
export async function assertNoConflict(
  db: Db,
  { id: userId }: Pick<TeamMember, 'id'>,
  id: NominationId,
): Promise<void> {
  if (!(await hasConflict(db, userId, id))) return;
  throw new AppError(
    'conflict_of_interest',
    'You have declared a conflict of interest about this nomination, so a colleague has to do this.',
  );
}
