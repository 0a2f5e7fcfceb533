import { sql } from 'kysely';
import type { DeadMail, MailStatus } from '#contract/operations/mail.ts';
import { after, type Page, type PageInput, toPage } from '#server/platform/db/paging.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { countWaitingJobs } from '#server/platform/jobs/job-table.ts';
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
