import { sql } from 'kysely';
import type { DonorChangeId } from '#contract/ids.ts';
import { daysToTakeBack } from '#core/donors/donor-changes.ts';
import { hasNeverCountedSql } from '#server/donors/donors/held-links.ts';
import { addressTaken, lockDonors } from '#server/donors/donors/lock-donors.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashToken } from '#server/platform/security/tokens.ts';

/**
 * Does something with changes of donors that can still be taken back, while nobody else changes a donor. 409 if a former
 * address is another donor's by now.
 */
export async function whileLocked(db: Db, work: (trx: Trx) => Promise<void>): Promise<void> {
  await db
    .transaction()
    .execute(async (trx) => {
      await lockDonors(trx);
      await work(trx);
    })
    .catch((error) => {
      throw violates(error, 'donors_email')
        ? addressTaken('Another donor has the former address by now. Join the two records first.')
        : error;
    });
}

export function findChange(trx: Trx, id: DonorChangeId): Promise<Change | undefined> {
  return selectChange(trx).where('id', '=', id).executeTakeFirst();
}

/** The change of a link that was mailed to a former address. 400 for an unknown link, and once it is too old. */
export async function findLinkedChange(trx: Trx, token: string): Promise<Change> {
  const change = await selectChange(trx)
    .where('id', '=', (row) =>
      row
        .selectFrom('donorChangeLinks')
        .select('changeId')
        .where('tokenHash', '=', hashToken(token)),
    )
    .executeTakeFirst();
  if (change && !change.isOld) return change;
  throw new AppError(
    'invalid_token',
    'This link does not work anymore. If the address of your donations is not right, please write to us.',
  );
}

/** What has to be taken back before a change of a record, the newest first: what was done to the record later. */
export function changesAfter(trx: Trx, { id, donorId, kind }: Change): Promise<Change[]> {
  if (kind === 'join') return Promise.resolve([]);
  return selectChange(trx)
    .where('takenBackAt', 'is', null)
    .where('id', '>', id)
    .where((row) =>
      row.or([
        row.and([row('kind', '=', 'correction'), row('donorId', '=', donorId)]),
        row('otherId', '=', donorId),
      ]),
    )
    .orderBy('id', 'desc')
    .execute();
}

export function refuseIfClosed({ takenBackAt, isOld }: Change): void {
  if (takenBackAt !== null) throw takenBack();
  if (!isOld) return;
  throw new AppError(
    'too_late_to_take_back',
    `A correction or a join can be taken back for ${daysToTakeBack} days, and this one is older. Correct the name or the address instead.`,
  );
}

export function takenBack(): AppError {
  return new AppError('change_taken_back', 'This change was already taken back.');
}

export function selectChange(trx: Trx) {
  return trx
    .selectFrom('donorChanges')
    .selectAll('donorChanges')
    .select([
      hasNeverCountedSql.as('hasNeverCounted'),
      sql<boolean>`created_at < ${oldestSql} and objected_at is null`.as('isOld'),
    ]);
}

export type Change = Awaited<
  ReturnType<ReturnType<typeof selectChange>['executeTakeFirstOrThrow']>
>;

const oldestSql = sql<string>`now() - make_interval(days => ${daysToTakeBack})`;

/** Deletes what cannot be taken back anymore, with the former names and addresses. */
export async function deleteOldDonorChanges(db: Db): Promise<void> {
  await db
    .deleteFrom('donorChanges')
    .where('createdAt', '<', oldestSql)
    .where((row) => row.or([row('objectedAt', 'is', null), row('takenBackAt', 'is not', null)]))
    .execute();
}
