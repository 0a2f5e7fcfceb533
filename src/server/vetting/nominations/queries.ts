import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import type { CauseId, NominationId } from '#contract/ids.ts';
import type { Nomination, NominationSummary } from '#contract/vetting/nominations.ts';
import type { NominationStatus } from '#core/nomination-status.ts';
import { after, idStartsWith, type Page, toPage } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

interface ListInput {
  limit: number;
  cursor?: string | undefined;
  status?: NominationStatus[] | undefined;
  nominee?: string | undefined;
  causeId?: CauseId | undefined;
  id?: string | undefined;
}

/** The SQL version of `nominationStatus` in core. */
const flagsOf = {
  pending: { isAccepted: false, isRejected: false, isCompleted: false },
  accepted: { isAccepted: true, isRejected: false, isCompleted: false },
  rejected: { isAccepted: false, isRejected: true, isCompleted: false },
  completed: { isAccepted: true, isRejected: false, isCompleted: true },
} as const satisfies Record<NominationStatus, object>;

/** Nominations, newest first. */
export async function listNominations(
  db: Db,
  { limit, cursor, status, nominee, causeId, id }: ListInput,
): Promise<Page<NominationSummary>> {
  let query = summaries(db)
    .orderBy('nominations.createdAt', 'desc')
    .orderBy('nominations.id', 'desc')
    // One row more than requested shows whether there is a next page.
    .limit(limit + 1);
  if (cursor !== undefined) query = query.where(after('nominations', cursor));
  if (status !== undefined) {
    query = query.where((row) => row.or(status.map((name) => row.and(flagsOf[name]))));
  }
  if (nominee) {
    const pattern = `%${nominee.trim().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where('nominations.nominee', 'ilike', pattern);
  }
  if (causeId !== undefined) query = query.where('nominations.causeId', '=', causeId);
  if (id) query = query.where(idStartsWith('nominations', id));
  return toPage(await query.execute(), limit);
}

/** One nomination with the donations allocated to it. 404 for an unknown id. */
export async function getNomination(db: Db, id: NominationId): Promise<Nomination> {
  const nomination = await summaries(db)
    .select([
      'nominations.description',
      'nominations.firstName',
      'nominations.lastName',
      'nominations.email',
      'nominations.phone',
      'nominations.zip',
    ])
    .where('nominations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  const allocations = await db
    .selectFrom('allocations')
    .innerJoin('donations', 'donations.id', 'allocations.donationId')
    .select((row) => [
      'allocations.id',
      'allocations.createdAt',
      'allocations.amountCents as amount',
      jsonBuildObject({
        id: row.ref('donations.id'),
        firstName: row.ref('donations.firstName'),
        lastName: row.ref('donations.lastName'),
        email: row.ref('donations.email'),
        isAvailableToVolunteerTime: row.ref('donations.isAvailableToVolunteerTime'),
      }).as('donation'),
    ])
    .where('allocations.nominationId', '=', id)
    .where('allocations.amountCents', '>', 0)
    .orderBy('allocations.createdAt')
    .orderBy('allocations.id')
    .execute();
  return { ...nomination, allocations };
}

function summaries(db: Db) {
  return db
    .selectFrom('nominations')
    .innerJoin('causes', 'causes.id', 'nominations.causeId')
    .select((row) => [
      'nominations.id',
      'nominations.createdAt',
      'nominations.nominee',
      'nominations.isAccepted',
      'nominations.isRejected',
      'nominations.isCompleted',
      'nominations.allocatedCents as allocatedAmount',
      jsonBuildObject({ id: row.ref('causes.id'), name: row.ref('causes.name') }).as('cause'),
      jsonArrayFrom(
        row
          .selectFrom('allocations')
          .select('allocations.amountCents as amount')
          .whereRef('allocations.nominationId', '=', 'nominations.id')
          .where('allocations.amountCents', '>', 0)
          .orderBy('allocations.createdAt')
          .orderBy('allocations.id'),
      ).as('allocations'),
    ]);
}
