import { sql } from 'kysely';
import type { DeadMail, MailStatus } from '#contract/operations/mail.ts';
import { after, type Page, type PageInput, toPage } from '#server/platform/db/paging.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { countWaitingJobs, findOwnFaults } from '#server/platform/jobs/job-table.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';

/** Whether the link in a dead mail has expired. */
export const hasExpiredSql = sql<boolean>`coalesce((mail ->> 'expiresAt')::timestamptz < now(), false)`;

/** The mails that could not be sent and that nobody has resent or discarded yet, newest first. */
export async function listDeadMails(db: Db, { limit, cursor }: PageInput): Promise<Page<DeadMail>> {
  let query = db
    .selectFrom('deadMails')
    .select([
      'id',
      'createdAt',
      sql<string>`mail ->> 'to'`.as('recipient'),
      sql<string>`mail ->> 'subject'`.as('subject'),
      'error',
      'tries',
      hasExpiredSql.as('hasExpired'),
    ])
    .where('resolvedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    // One row more than requested shows whether there is a next page.
    .limit(limit + 1);
  if (cursor !== undefined) query = query.where(after('deadMails', cursor));
  return toPage(await query.execute(), limit);
}

/** How many mails are waiting to be sent or leave later, and whether sending is paused. */
export async function getMailStatus(db: Db): Promise<MailStatus> {
  return { ...(await countWaitingJobs(db, mailQueue)), paused: await findPause(db) };
}

/** Since when and why mail is paused; null if it is not. In a transaction, this cannot change until it ends. */
export async function findPause(db: Db | Trx): Promise<MailStatus['paused']> {
  const setting = await db
    .selectFrom('siteSettings')
    .select(['value', 'updatedAt'])
    .where('key', '=', 'mail_paused')
    .forShare()
    .executeTakeFirst();
  return setting ? { since: setting.updatedAt, reason: String(setting.value) } : null;
}

/** Mail that was refused since any was accepted. */
interface Refusals {
  since: string;
  /** How many are tried again. */
  waiting: number;
  /** How many were refused for good, and wait for somebody who resends or discards them. */
  given: number;
}

/** When the mail server last said that it would take a mail, without getting one. */
export const acceptanceMark = 'mail-accepted';

/** What was refused since the mail server last accepted a mail, or said that it would; null if nothing was. */
export async function findRefusals(db: Db): Promise<Refusals | null> {
  const mark = await db
    .selectFrom('operationMarks')
    .select('markedAt')
    .where('name', '=', acceptanceMark)
    .executeTakeFirst();
  const waiting = await findOwnFaults(db, mailQueue, mark?.markedAt ?? null);
  const dead = await db
    .selectFrom('deadMails')
    .select(({ fn }) => [
      fn.countAll<number>().as('mails'),
      fn.min<string | null>('createdAt').as('since'),
    ])
    .where('resolvedAt', 'is', null)
    .where('createdAt', '>', waiting.wellAt ?? '-infinity')
    .executeTakeFirstOrThrow();
  const [since] = [waiting.since, dead.since].filter((moment) => moment !== null).sort();
  return since === undefined ? null : { since, waiting: waiting.jobs, given: dead.mails };
}
