import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { StatementMailing } from '#contract/giving/statements.ts';
import type { JobId, StatementMailingId } from '#contract/ids.ts';
import { formatDay } from '#core/dates.ts';
import { statementMailsQueue } from '#server/giving/statements/jobs.ts';
import { getStatementMailing, type Period } from '#server/giving/statements/queries.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/**
 * Writes down who gets a statement of a period: everybody with an address of whose donations in it something did not go back. A job
 * writes the mails. 409 if nobody gets one, or if this period was mailed before.
 */
export async function mailStatements(
  db: Db,
  boss: PgBoss,
  actor: TeamMember,
  { from, to }: Period,
): Promise<StatementMailing> {
  demandRight(actor, 'money.write');
  const period = `${formatDay(from)} to ${formatDay(to)}`;
  return db
    .transaction()
    .execute(async (trx) => {
      const id = newId<StatementMailingId>();
      await trx
        .insertInto('statementMailings')
        .values({ id, createdBy: actor.id, fromDay: from, toDay: to })
        .execute();
      const donors = await trx
        .selectFrom('donations')
        .innerJoin('donors', 'donors.id', 'donations.donorId')
        .select('donors.id')
        .where('donations.receivedOn', '>=', from)
        .where('donations.receivedOn', '<=', to)
        .where('donors.email', 'is not', null)
        .where('donors.erasedAt', 'is', null)
        .groupBy('donors.id')
        .having(sql<number>`sum(amount_cents - least(amount_cents, returned_cents))`, '>', 0)
        .orderBy('donors.id')
        .execute();
      if (donors.length === 0) {
        throw new AppError('nobody_to_mail', `Nobody donated from ${period}.`);
      }
      // A statement takes 65,535 parameters at most.
      for (let start = 0; start < donors.length; start += 5_000) {
        await trx
          .insertInto('statementRecipients')
          .values(
            donors
              .slice(start, start + 5_000)
              .map(({ id: donorId }) => ({ id: newId<JobId>(), mailingId: id, donorId })),
          )
          .execute();
      }
      await auditAction(trx, actor, 'statement_mailing.sent', id, { period, mails: donors.length });
      await boss.send(statementMailsQueue.name, null, { db: fromKysely(trx) });
      return getStatementMailing(trx, id);
    })
    .catch((error) => {
      if (!violates(error, 'statement_mailings_once')) throw error;
      throw new AppError(
        'statements_mailed',
        `The statements from ${period} were mailed before. Each donor can get theirs again from the page of their donations.`,
      );
    });
}

/** Stops what of a mailing is not in the queue. 409 if all of it is, or if it was stopped before. */
export function stopStatementMailing(
  db: Db,
  actor: TeamMember,
  id: StatementMailingId,
): Promise<StatementMailing> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('statementMailings')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('email with statements'));
    const { from, to, stoppedAt, total, queued, leftOut } = await getStatementMailing(trx, id);
    if (stoppedAt !== null) {
      throw new AppError('mailing_over', 'These statements were already stopped.');
    }
    if (queued + leftOut >= total) {
      throw new AppError('mailing_over', 'These statements have already left to everybody.');
    }
    await trx
      .updateTable('statementMailings')
      .set({ stoppedAt: sql<string>`now()`, stoppedBy: actor.id })
      .where('id', '=', id)
      .execute();
    const { length: mails } = await trx
      .updateTable('statementRecipients')
      .set({ leftOutAt: sql<string>`now()` })
      .where('mailingId', '=', id)
      .where('queuedAt', 'is', null)
      .where('leftOutAt', 'is', null)
      .returning('id')
      .execute();
    const period = `${formatDay(from)} to ${formatDay(to)}`;
    await auditAction(trx, actor, 'statement_mailing.stopped', id, { period, mails });
    return getStatementMailing(trx, id);
  });
}

/** Deletes links that have expired. */
export async function deleteExpiredStatementLinks(db: Db): Promise<void> {
  await db.deleteFrom('statementLinks').where('expiresAt', '<', sql<string>`now()`).execute();
}
