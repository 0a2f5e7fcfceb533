import { type RawBuilder, sql } from 'kysely';
import type { DonationId } from '#contract/ids.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/* What of a donor is read outside of the team, in the one expression that every such query has (decision 0044). */

/**
 * What tells who a donor is: as the team knows them, or as whoever gave this donation typed it. Strangers read only the
 * latter: anybody can type anybody's address, and would learn the name that belongs to it.
 */
type DonorColumn =
  | `donors.${'firstName' | 'lastName' | 'email'}`
  | `donations.${'firstName' | 'lastName'}`;

/**
 * What tells who gave a donation, for everything that is read outside of the team: null if the donation is anonymous. The
 * only place that decides it, for a query that joins donations and donors.
 */
export function unlessAnonymous(column: DonorColumn): RawBuilder<string | null> {
  return sql<string | null>`case when donations.is_anonymous then null else ${sql.ref(column)} end`;
}

/** Writes down whether a donation is anonymous. Returns whether that has changed anything. */
export async function setAnonymity(
  trx: Trx,
  id: DonationId,
  isAnonymous: boolean,
): Promise<boolean> {
  const changed = await trx
    .updateTable('donations')
    .set({ isAnonymous })
    .where('id', '=', id)
    .where('isAnonymous', '<>', isAnonymous)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Somebody of the team does it for a donor who asked for it. 404 for an unknown id. */
export function setAnonymityFor(
  db: Db,
  actor: TeamMember,
  { id, isAnonymous }: { id: DonationId; isAnonymous: boolean },
): Promise<void> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('donations')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('donation'));
    if (!(await setAnonymity(trx, id, isAnonymous))) return;
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'donation.anonymity_set',
      subjectId: id,
      before: { isAnonymous: !isAnonymous },
      after: { isAnonymous },
    });
  });
}
