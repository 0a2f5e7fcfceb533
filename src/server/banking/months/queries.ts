import { sql } from 'kysely';
import type { BankMonths } from '#contract/banking/bank-months.ts';
import {
  type Agreement,
  agreementsOn,
  agrees,
  dayBefore,
  daysFromTo,
  lastDayOf,
} from '#core/banking/agreement.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { isoMonthOf, monthsBetween } from '#core/platform/months.ts';
import {
  type Coverage,
  findCoverage,
  hasOtherCurrency,
  readStory,
} from '#server/banking/months/read-story.ts';
import { lockedUntil } from '#server/ledger/month-locks.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { userNameBy } from '#server/platform/db/user-names.ts';

/** Where all money was at the end of these days. */
export async function readAgreements(
  db: Db,
  coverage: Coverage,
  days: string[],
  timeZone: string,
): Promise<Agreement[]> {
  return agreementsOn(days, { ...coverage, ...(await readStory(db, coverage, timeZone)) });
}

/** The months since the first statement, newest first, each as of its end or of the last day that is known. */
export async function listBankMonths(
  db: Db,
  timeZone: string,
  now = new Date(),
): Promise<BankMonths> {
  const coverage = await findCoverage(db);
  if (coverage === null) return { coverage: null, isOtherCurrency: false, months: [] };
  const { firstDay, lastDay } = coverage;
  if (await hasOtherCurrency(db)) return { coverage, isOtherCurrency: true, months: [] };
  const months = monthsBetween(isoMonthOf(`${firstDay}T12:00Z`, 'UTC'), lastDay.slice(0, 7));
  const ends = months.map((month) => (lastDayOf(month) < lastDay ? lastDayOf(month) : lastDay));
  const figures = await readAgreements(db, coverage, ends, timeZone);
  const locks = await listLocks(db);
  const until = await lockedUntil(db);
  const today = isoDayOf(now, timeZone);
  return {
    coverage,
    isOtherCurrency: false,
    months: months
      .map((month, place) => {
        const end = lastDayOf(month);
        const lock = locks.find((one) => one.lastDay === end);
        return {
          month,
          figures: lock?.figures ?? (figures[place] as Agreement),
          isComplete: end <= lastDay && end < today,
          isLocked: until !== null && end <= until,
          lock: lock ? { id: lock.id, by: lock.by, at: lock.at } : null,
          // Only the last one can be unlocked: later figures build on earlier ones.
          isLastLock: lock !== undefined && end === until,
        };
      })
      .reverse(),
  };
}

function listLocks(db: Db) {
  return db
    .selectFrom('monthLocks')
    .select([
      'monthLocks.id',
      'lastDay',
      'figures',
      'monthLocks.createdAt as at',
      userNameBy('lockedBy').as('by'),
    ])
    .where('unlockedAt', 'is', null)
    .execute();
}

/**
 * The last day on which books, payment provider, and bank agreed to the cent; null if they never did. `isImported` is
 * false if no statement of a bank was imported, or if none can be compared.
 */
export async function findAgreementDay(
  db: Db,
  timeZone: string,
  now = new Date(),
): Promise<{ isImported: boolean; day: string | null }> {
  const coverage = await findCoverage(db);
  if (coverage === null || (await hasOtherCurrency(db))) return { isImported: false, day: null };
  const until = [coverage.lastDay, dayBefore(isoDayOf(now, timeZone))];
  const asked = await lastAskedAt(db);
  if (asked !== 'no payments') {
    if (asked === null) return { isImported: true, day: null };
    until.push(dayBefore(isoDayOf(asked, timeZone)));
  }
  const days = daysFromTo(coverage.firstDay, until.sort()[0] as string);
  const last = (await readAgreements(db, coverage, days, timeZone)).findLast(agrees);
  return { isImported: true, day: last?.day ?? null };
}

/** When the payment provider was asked for all moves of our balance; null if never. */
async function lastAskedAt(db: Db): Promise<string | null | 'no payments'> {
  const { rows } = await sql<{ isNeeded: boolean; at: string | null }>`
    select exists (select from donations where provider is not null and provider <> 'test') as is_needed,
      (select min(finished_at) from reconciliations where provider <> 'test') as at`.execute(db);
  return rows[0]?.isNeeded ? rows[0].at : 'no payments';
}
