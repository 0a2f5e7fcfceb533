import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { JobId } from '#contract/ids.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { deleteJob } from '#server/platform/jobs/job-table.ts';
import { type JobQueue, type Worker, workerOf } from '#server/platform/jobs/queue.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/** The queue of jobs that write the mails of a mailing. */
export function mailingQueue(name: string): JobQueue {
  return {
    name,
    // Immediately when somebody asks for it; every minute for what a process that died has left.
    cron: '* * * * *',
    retryLimit: 0,
    expireInSeconds: 3600,
  };
}

/** A mailing: everybody who gets a mail is a row, whose id is also that of the job that sends it. */
export interface Mailing<Recipient extends { id: JobId }> {
  recipients: 'updateRecipients' | 'donorMailingRecipients' | 'statementRecipients';
  /** Locks up to so many recipients whose mail is due, without those that another process has. */
  lockWaiting: (trx: Trx, most: number) => Promise<Recipient[]>;
  /** Adds their mails to the queue, and returns who gets none. */
  queueMails: (trx: Trx, waiting: Recipient[], mailer: Mailer) => Promise<{ id: JobId }[]>;
  /** Notes that somebody gets none; by default, when. */
  leaveOut?: (trx: Trx, ids: JobId[]) => Promise<unknown>;
}

// The number of mails written in one transaction: a process that dies has at most this many to write again, and
// the embedded database, which has one connection, can serve others in between.
const batchSize = 25;

/**
 * Adds the next few mails to the queue, and returns for how many people: 0 if nobody is waiting. The mails and the record
 * that they are queued are one transaction, so that nobody gets two.
 */
export function queueNext<Recipient extends { id: JobId }>(
  db: Db,
  mailer: Mailer,
  mailing: Mailing<Recipient>,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const waiting = await mailing.lockWaiting(trx, batchSize);
    if (waiting.length === 0) return 0;
    const leftOut = new Set((await mailing.queueMails(trx, waiting, mailer)).map(({ id }) => id));
    const queued = waiting.map(({ id }) => id).filter((id) => !leftOut.has(id));
    if (leftOut.size > 0) await leaveOut(trx, mailing, [...leftOut]);
    if (queued.length > 0) await note(trx, mailing, 'queuedAt', queued);
    return waiting.length;
  });
}

type Recorded = Pick<Mailing<{ id: JobId }>, 'recipients' | 'leaveOut'>;

/**
 * Takes a mail that is about to leave out of the queue: for good, or to be written again. A worker may still have its job,
 * so it is written again as another one.
 */
export async function recall(
  trx: Trx,
  mailing: Recorded,
  id: JobId,
  becomes: 'left out' | 'written again',
): Promise<void> {
  await deleteJob(trx, mailQueue, id);
  await trx.deleteFrom('donorMails').where('jobId', '=', id).execute();
  if (becomes === 'left out') return leaveOut(trx, mailing, [id]);
  await recipientsOf(trx, mailing)
    .set({ queuedAt: null, id: newId<JobId>() })
    .where('id', '=', id)
    .execute();
}

async function leaveOut(trx: Trx, mailing: Recorded, ids: JobId[]): Promise<void> {
  if (mailing.leaveOut) await mailing.leaveOut(trx, ids);
  else await note(trx, mailing, 'leftOutAt', ids);
}

async function note(trx: Trx, mailing: Recorded, what: 'queuedAt' | 'leftOutAt', ids: JobId[]) {
  await recipientsOf(trx, mailing)
    .set({ [what]: sql<string>`now()` })
    .where('id', 'in', ids)
    .execute();
}

/** All of them have the columns that are written here. */
function recipientsOf(trx: Trx, { recipients }: Recorded) {
  return trx.updateTable(recipients as 'donorMailingRecipients');
}

/** A mail is now another job of the queue; if it is one that can be recalled, its recipient refers to the new job. */
export async function followMailing(trx: Trx, jobId: JobId, newJobId: JobId): Promise<void> {
  for (const recipients of ['updateRecipients', 'donorMailingRecipients'] as const) {
    await recipientsOf(trx, { recipients }).set({ id: newJobId }).where('id', '=', jobId).execute();
  }
}

/**
 * Writes the mails of a queue, a few at a time, until `next` finds nobody who waits. Several processes may do it: each
 * takes what no other one has.
 */
export function mailingWorker(
  queue: JobQueue,
  next: (db: Db, mailer: Mailer) => Promise<number>,
): Worker<{ db: Db; boss: PgBoss; mailer: Mailer }> {
  return workerOf(queue, async ({ db, mailer }: { db: Db; mailer: Mailer }) => {
    while ((await next(db, mailer)) > 0);
  });
}
