import { sql } from 'kysely';
import { formatDay } from '#core/platform/dates.ts';
import { formatMonth } from '#core/platform/months.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/*
 * Which days are locked; nobody dates something while a month is being locked. A month that a treasurer has locked
 * keeps its figures, and so does all before it, since they add up. Whoever dates something keeps the months until the
 * end of the transaction; whoever locks one, or matches a line, keeps them alone.
 */
const key = sql`hashtextextended('months', 0)`;

/** Keeps months from being locked until the transaction ends. First of all locks. */
export async function keepMonths(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${key})`.execute(trx);
}

/** Waits for all that are dating something, and keeps others from it until the transaction ends. First of all locks. */
export async function keepMonthsAlone(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key})`.execute(trx);
}

/** The last day that is locked; null if none is. */
export async function lockedUntil(db: Db): Promise<string | null> {
  const { day } = await db
    .selectFrom('monthLocks')
    .select((row) => row.fn.max('lastDay').as('day'))
    .where('unlockedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return day;
}

/** Throws 409 if one of these days is in a locked month, or before it. The caller keeps the months. */
export async function assertDaysOpen(trx: Trx, days: string[]): Promise<void> {
  const [first] = days.toSorted();
  if (first === undefined) return;
  const until = await lockedUntil(trx);
  if (until === null || first > until) return;
  throw new AppError(
    'month_locked',
    `${formatMonth(first.slice(0, 7))} is locked: the figures until ${formatDay(until)} were compared with the bank and must not change. ${formatDay(first)} is one of these days. A treasurer can ask for ${formatMonth(until.slice(0, 7))} to be unlocked.`,
  );
}
