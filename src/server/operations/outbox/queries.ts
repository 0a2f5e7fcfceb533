import { sql } from 'kysely';
import type { DeadMail, MailStatus } from '#contract/operations/outbox.ts';
import type { OperationName } from '#server/platform/db/column-types.ts';
import { newest, type Page, type PageInput, pageOf } from '#server/platform/db/paging.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { countWaitingJobs, findFailedJobs, lastDone } from '#server/platform/jobs/job-table.ts';
import { scrub } from '#server/platform/logger.ts';
import { mailQueue, mostTries } from '#server/platform/mail/mail-queue.ts';

/* Mail that could not be sent or waits, and why all of it pauses. */

/** Whether the link in a dead mail has expired. */
export const hasExpiredSql = sql<boolean>`coalesce((mail ->> 'expiresAt')::timestamptz < now(), false)`;

/** The mails that could not be sent and that nobody has resent or discarded yet, newest first. */
export async function listDeadMails(db: Db, { limit, cursor }: PageInput): Promise<Page<DeadMail>> {
  const query = db
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
    .where('resolvedAt', 'is', null);
  return pageOf(query, { limit, cursor }, newest('deadMails'));
}

/** How many mails are waiting to be sent or leave later, why they wait, and whether sending is paused. */
export async function getMailStatus(db: Db): Promise<MailStatus> {
  const failed = await findFailedJobs(db, mailQueue);
  const last = failed.toSorted((one, other) => (one.triedAt < other.triedAt ? 1 : -1))[0];
  return {
    ...(await countWaitingJobs(db, mailQueue)),
    lastFailure: last ? { at: last.triedAt, error: scrub(last.error) } : null,
    paused: await findPause(db),
  };
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

/** When the mail server last accepted a mail, or said that it would; null if it never did. */
export async function lastAcceptance(db: Db): Promise<string | null> {
  const moments = [await findMark(db, 'mail-accepted'), await lastDone(db, mailQueue)];
  return moments.filter(Boolean).sort().at(-1) ?? null;
}

/** When something was last done; null if it never was. */
export async function findMark(db: Db, name: OperationName): Promise<string | null> {
  const mark = await db
    .selectFrom('operationMarks')
    .select('markedAt')
    .where('name', '=', name)
    .executeTakeFirst();
  return mark?.markedAt ?? null;
}

/** A mail that was refused. */
export interface Refusal {
  /** Its recipient, in lower case; null if somebody has resent or discarded it: then nobody knows any longer. */
  to: string | null;
  /** Since when it could have been accepted. */
  since: string;
  /** When it was last refused. */
  at: string;
  /** It is tried again. */
  isWaiting: boolean;
  /** The server refused its recipient, and may take others. */
  isOwnFault: boolean;
  error: string;
}

// A server that does not know us may ask us to come again in a while: so much later, it does not mean it. In milliseconds.
const longestGreylisting = 3600_000;

/** Every mail whose last try was refused, whatever else has left, and whatever somebody has done about it. */
export async function findRefusals(db: Db): Promise<Refusal[]> {
  const failed = await findFailedJobs(db, mailQueue);
  const waiting = failed.filter(
    ({ isOwnFault, createdOn }) =>
      isOwnFault || Date.now() - Date.parse(createdOn) > longestGreylisting,
  );
  const dead = await db
    .selectFrom('deadMails')
    .select([
      sql<string | null>`lower(mail ->> 'to')`.as('to'),
      // Whatever was tried so often had been waiting for three days.
      sql<string>`case when tries < ${mostTries} then created_at else created_at - interval '3 days' end`.as(
        'since',
      ),
      'createdAt as at',
      'error',
    ])
    // What was accepted before that is not kept either.
    .where('createdAt', '>', sql<string>`now() - interval '7 days'`)
    .orderBy('createdAt')
    .execute();
  return [
    ...waiting.map(({ createdOn, triedAt, ...found }) => ({
      ...found,
      since: createdOn,
      at: triedAt,
      isWaiting: true,
    })),
    ...dead.map((found) => ({ ...found, isWaiting: false, isOwnFault: false })),
  ];
}
