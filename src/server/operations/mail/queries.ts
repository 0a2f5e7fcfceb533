import { sql } from 'kysely';
import type { DeadMail, MailStatus } from '#contract/operations/mail.ts';
import { after, type Page, toPage } from '#server/platform/db/paging.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import { mailQueue } from '#server/platform/mail/mailer.ts';

/** Whether the link in a dead mail works no more. */
export const hasExpiredSql = sql<boolean>`coalesce((mail ->> 'expiresAt')::timestamptz < now(), false)`;

/** The mails that could not be sent and that nobody has decided on, newest first. */
export async function listDeadMails(
  db: Db,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<DeadMail>> {
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
    // One more than asked for tells whether there is a next page.
    .limit(limit + 1);
  if (cursor !== undefined) query = query.where(after('deadMails', cursor));
  return toPage(await query.execute(), limit);
}

/** What waits to be sent, and whether sending is paused. */
export async function getMailStatus(db: Db): Promise<MailStatus> {
  const { rows } = await sql<Omit<MailStatus, 'paused'>>`
    select count(*) as waiting, min(created_on) as oldest_since
    from pgboss.job where name = ${mailQueue} and state < 'completed'`.execute(db);
  const paused = await findPause(db);
  return { waiting: 0, oldestSince: null, ...rows[0], paused };
}

/** Since when and why mail is paused; null when it is not. In a transaction it stays so until its end. */
export async function findPause(db: Db | Trx): Promise<MailStatus['paused']> {
  const setting = await db
    .selectFrom('siteSettings')
    .select(['value', 'updatedAt'])
    .where('key', '=', 'mail_paused')
    .forShare()
    .executeTakeFirst();
  return setting ? { since: setting.updatedAt, reason: String(setting.value) } : null;
}

/**
 * For how many seconds the longest waiting mail could have been sent and was not: 0 when nothing is due.
 * Mail that is to be tried again later, or is paused, is not due.
 */
export async function outboxAge(db: Db): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select coalesce(floor(extract(epoch from now() - min(start_after))), 0)::integer as age
    from pgboss.job where name = ${mailQueue} and state < 'active' and start_after <= now()`.execute(
    db,
  );
  return rows[0]?.age ?? 0;
}
