import { sql } from 'kysely';
import type { MonthLockId } from '#contract/ids.ts';
import { lastDayOf } from '#core/banking/agreement.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDay, isoDayOf } from '#core/platform/dates.ts';
import { formatMonth } from '#core/platform/months.ts';
import { readAgreements } from '#server/banking/months/queries.ts';
import { findCoverage, hasOtherCurrency } from '#server/banking/months/read-story.ts';
import { keepMonthsAlone, lockedUntil } from '#server/ledger/month-locks.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

/** Locks a month that is over, covered by statements, and matched, with all days before it. */
export function lockMonth(
  db: Db,
  actor: TeamMember,
  { month }: { month: string },
  settings: SettingsStore,
): Promise<void> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    await keepMonthsAlone(trx);
    const lastDay = lastDayOf(month);
    const until = await lockedUntil(trx);
    const { timeZone } = await settings.read(trx);
    const coverage = await findCoverage(trx);
    const notReady = (why: string) => new AppError('month_not_ready', why);
    if (until !== null && lastDay <= until) throw notReady(`${formatMonth(month)} is locked.`);
    if (lastDay >= isoDayOf(new Date(), timeZone)) {
      throw notReady(`${formatMonth(month)} is not over yet.`);
    }
    if (coverage === null || lastDay < coverage.firstDay || lastDay > coverage.lastDay) {
      const known = coverage
        ? `Statements of all accounts are there for ${formatDay(coverage.firstDay)} to ${formatDay(coverage.lastDay)}.`
        : 'No statement is imported yet.';
      throw notReady(`${formatMonth(month)} is not covered by statements. ${known}`);
    }
    if (await hasOtherCurrency(trx)) {
      throw notReady('The payment provider keeps money in another currency than the books.');
    }
    const [figures] = await readAgreements(trx, coverage, [lastDay], timeZone);
    if (!figures) throw new Error('Every day has figures');
    if (figures.unmatchedLines > 0) {
      throw notReady(
        `${countOf(figures.unmatchedLines, 'line')} until ${formatDay(lastDay)} must be matched first.`,
      );
    }
    const id = newId<MonthLockId>();
    await trx
      .insertInto('monthLocks')
      .values({ id, lastDay, figures: JSON.stringify(figures), lockedBy: actor.id })
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'month.locked',
      subjectId: id,
      after: { month, difference: figures.difference },
    });
  });
}

/** Unlocks the month that was locked last, so that its figures can change again. */
export function unlockMonth(
  db: Db,
  actor: TeamMember,
  { id, reason }: { id: MonthLockId; reason: string },
): Promise<void> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    await keepMonthsAlone(trx);
    const { lastDay, unlockedAt } = await trx
      .selectFrom('monthLocks')
      .select(['lastDay', 'unlockedAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('lock of a month'));
    if (unlockedAt !== null || lastDay !== (await lockedUntil(trx))) {
      throw new AppError('month_not_ready', 'Only the month that was locked last can be unlocked.');
    }
    await trx
      .updateTable('monthLocks')
      .set({ unlockedBy: actor.id, unlockedAt: sql<string>`now()`, unlockedReason: reason })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'month.unlocked',
      subjectId: id,
      before: { month: lastDay.slice(0, 7) },
      reason,
    });
  });
}
