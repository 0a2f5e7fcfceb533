import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { StatementMailingId } from '#contract/ids.ts';
import type { MailedBefore, StatementMailing } from '#contract/receipts/statements.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { addRecipients, stopMailing } from '#server/donors/donors/mailings.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, refuseFuture } from '#server/platform/errors.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { statementMailsQueue } from '#server/receipts/statements/jobs.ts';
import {
  donorsMailedBefore,
  donorsOfPeriod,
  getStatementMailing,
  type Period,
  previewStatements,
  statementTables,
} from '#server/receipts/statements/queries.ts';

/**
 * Writes down who gets a statement of a period: everybody with an address of whose donations in it something did not go
 * back, and who has not had it. A job writes the mails. 409 if nobody gets one, or if nobody has said what becomes of
 * donors who had one of another period that overlaps.
 */
export async function mailStatements(
  db: Db,
  boss: PgBoss,
  actor: TeamMember,
  { mailedBefore, ...days }: Period & { mailedBefore?: MailedBefore },
  idempotencyKey: string | null,
  settings: SettingsStore,
): Promise<StatementMailing> {
  demandRight(actor, 'money.write');
  const { from, to } = days;
  const period = describePeriod(days);
  const scope = `mail statements ${userActor(actor)}`;
  const request = { ...days, mailedBefore };
  return oncePerKey(db, { key: idempotencyKey, scope, request }, async (trx) => {
    // Whoever gives later in it would count as somebody who had the statement.
    refuseFuture(to, (await settings.read(trx)).timeZone, 'to', 'the last day');
    // One at a time, so that each knows who had the one before.
    await sql`select pg_advisory_xact_lock(hashtextextended('statement mailings', 0))`.execute(trx);
    if (mailedBefore === undefined) await assertNoOtherPeriod(trx, days);
    const all = await donorsOfPeriod(trx, days).execute();
    if (all.length === 0) throw new AppError('nobody_to_mail', `Nobody donated from ${period}.`);
    const before = mailedBefore === 'again' ? [] : await donorsMailedBefore(trx, days).execute();
    const leftOut = new Set(before.map(({ donorId }) => donorId));
    const donors = all.map(({ id }) => id).filter((id) => !leftOut.has(id));
    if (donors.length === 0) {
      throw new AppError(
        'statements_mailed',
        `Everybody who donated from ${period} was emailed a statement before. Each donor can get theirs again from the page of their donations.`,
      );
    }
    const id = newId<StatementMailingId>();
    await trx
      .insertInto('statementMailings')
      .values({ id, createdBy: actor.id, fromDay: from, toDay: to })
      .execute();
    await addRecipients(trx, statementTables, id, donors);
    await auditAction(trx, actor, 'statement_mailing.sent', id, { period, mails: donors.length });
    await boss.send(statementMailsQueue.name, null, { db: fromKysely(trx) });
    return getStatementMailing(trx, id);
  });
}

/** Refuses to guess what becomes of donors who had a statement of another period with some of these days. */
async function assertNoOtherPeriod(trx: Trx, days: Period): Promise<void> {
  const { haveOverlapping, earlier } = await previewStatements(trx, days);
  if (haveOverlapping === 0) return;
  const others = earlier.filter(({ from, to }) => from !== days.from || to !== days.to);
  throw new AppError(
    'statements_overlap',
    `${countOf(haveOverlapping, 'donor')} had a statement with some of these days before, of ${new Intl.ListFormat('en-US').format(new Set(others.map(describePeriod)))}. Choose whether they get this one as well.`,
  );
}

function describePeriod({ from, to }: Period): string {
  return `${formatDay(from)} to ${formatDay(to)}`;
}

/** Stops what of a mailing is not in the queue. 409 if all of it is, or if it was stopped before. */
export function stopStatementMailing(
  db: Db,
  actor: TeamMember,
  id: StatementMailingId,
): Promise<StatementMailing> {
  demandRight(actor, 'money.write');
  return stopMailing(db, actor, statementTables, {
    id,
    get: getStatementMailing,
    leftTo: ({ queued }) => queued,
    refusals: {
      stopped: 'These statements were already stopped.',
      left: 'These statements have already left to everybody.',
    },
    record(trx, { from, to }, mails) {
      const period = describePeriod({ from, to });
      return auditAction(trx, actor, 'statement_mailing.stopped', id, { period, mails });
    },
  });
}

/** Deletes links that have expired. */
export async function deleteExpiredStatementLinks(db: Db): Promise<void> {
  await db.deleteFrom('statementLinks').where('expiresAt', '<', sql<string>`now()`).execute();
}
