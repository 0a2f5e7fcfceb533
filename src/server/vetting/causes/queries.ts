import { sql } from 'kysely';
import type { CauseId } from '#contract/ids.ts';
import type { Cause } from '#contract/vetting/causes.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { containsParts } from '#server/platform/db/search-form.ts';
import { notFound } from '#server/platform/errors.ts';

/** Every cause, also hidden and closed ones, as the forms have them: in the order of the team, and then by name. */
export async function listCauses(db: Db): Promise<Cause[]> {
  const rows = await rowsOf(db)
    .orderBy('causePlace', (order) => order.asc().nullsLast())
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(toCause);
}

/** Those with each of these words in the name or the description. */
export async function findCauses(db: Db, words: string[]): Promise<Cause[]> {
  const searched = sql<string>`search_form(' ' || name || ' ' || cause_description)`;
  const rows = await rowsOf(db)
    .where(containsParts(searched, words))
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(toCause);
}

/** One of them. 404 for an unknown id. */
export async function getCause(db: Db, id: CauseId): Promise<Cause> {
  return toCause(
    await rowsOf(db)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('cause')),
  );
}

function rowsOf(db: Db) {
  return db
    .selectFrom('causes')
    .select(['id', 'name', 'isForRunningCosts', 'donationCount', 'nominationCount', 'plansToId'])
    .select([
      'causeDescription as description',
      'causeState as state',
      'causeRevision as revision',
    ]);
}

function toCause({
  donationCount,
  nominationCount,
  ...cause
}: Omit<Cause, '_count'> & { donationCount: number; nominationCount: number }): Cause {
  return { ...cause, _count: { donations: donationCount, nominations: nominationCount } };
}
