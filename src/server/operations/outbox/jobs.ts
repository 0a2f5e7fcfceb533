import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Job } from 'pg-boss';
import { type JobId, jobId } from '#contract/ids.ts';
import { withFiles } from '#server/operations/outbox/attachments.ts';
import { keepDeadMail, putBackIfPaused } from '#server/operations/outbox/commands.ts';
import type { OutgoingMail } from '#server/platform/db/column-types.ts';
import { markDone } from '#server/platform/db/mark-done.ts';
import type { Deps } from '#server/platform/deps.ts';
import { completeJob, type FailedTry } from '#server/platform/jobs/job-table.ts';
import type { Worker } from '#server/platform/jobs/queue.ts';
import { mailPriority, mailQueue, mostTries } from '#server/platform/mail/mail-queue.ts';
import {
  isOfText,
  MailRefusedError,
  type MailTransport,
  RecipientBusyError,
} from '#server/platform/mail/transport.ts';
import { recallMailing } from '#server/publishing/donor-mailings/jobs.ts';
import { unsubscribeHeaders } from '#server/publishing/subscriptions/list-unsubscribe.ts';
import { recallMail } from '#server/publishing/updates/jobs.ts';
import { claimDecisionMail } from '#server/vetting/nominations/decision-mails.ts';

// Ten deliveries at a time, so that a few slow ones do not hold up the others. In batches, because the queue
// continues immediately after a full batch, while after a single mail it could wait up to 30 seconds for the next
// wake-up.
const work = { localConcurrency: 5, batchSize: 2, burstWhenBatchFull: true } as const;

interface MailWorkerDeps extends Pick<Deps, 'db' | 'boss' | 'mailer' | 'storage'> {
  transport: MailTransport;
}

// Two more deliveries only for mail that somebody waits for to sign in: it leaves even while all others hang.
const accountWork = {
  ...work,
  localConcurrency: 1,
  minPriority: mailPriority({ urgency: 'account' }),
} as const;

/** Delivers queued mail until the queue stops. The queue retries a failed delivery later. */
export const mailWorker: Worker<MailWorkerDeps> = {
  queue: mailQueue,
  async start(deps) {
    const deliver = deliveryOf(deps);
    await deps.boss.work<OutgoingMail>(mailQueue.name, work, deliver);
    await deps.boss.work<OutgoingMail>(mailQueue.name, accountWork, deliver);
  },
};

function deliveryOf(deps: MailWorkerDeps) {
  const { db } = deps;
  return async (jobs: Job<OutgoingMail>[]): Promise<void> => {
    if (
      await putBackIfPaused(
        db,
        jobs.map(({ id }) => jobId.parse(id)),
      )
    )
      return;
    // Each one records its own outcome immediately: the slowest must not delay the record of the others.
    const results = await Promise.allSettled(
      jobs.map((job) =>
        job.data.urgency === 'account' ? send(deps, job) : inTurn(() => send(deps, job)),
      ),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  };
}

// How long the next mail waits for the one before it, in milliseconds.
const longestTurn = 1_000;
let turn: Promise<unknown> = Promise.resolve();

/**
 * One delivery after another, so that a process that dies leaves at most one mail sent but not marked, which is
 * then sent twice. A slow one is overtaken; mail that somebody waits for to sign in takes no turn.
 */
function inTurn(deliver: () => Promise<void>): Promise<void> {
  const before = turn;
  const delivery = Promise.race([before, pause(longestTurn)]).then(deliver);
  turn = delivery.catch(() => {});
  return delivery;
}

async function send(deps: MailWorkerDeps, job: Job<OutgoingMail>): Promise<void> {
  const { db, boss, mailer, transport, storage } = deps;
  const id = jobId.parse(job.id);
  let due = job.data;
  try {
    const claimed = await claimMail(deps, id, due);
    if (claimed === null) return;
    due = claimed;
    const { mail, attachments } = await withFiles(db, storage, due);
    await transport.deliver(mail, attachments, unsubscribeHeaders(mail));
  } catch (error) {
    const message = String(error instanceof Error ? error.message : error).slice(0, 500);
    if (isOfText(error)) await markDone(db, 'mail-text-refused');
    const isLast = error instanceof MailRefusedError || job.retryCount + 1 >= mostTries;
    if (isLast) await keepDeadMail(db, mailer, { ...job, id, data: due }, message);
    else {
      const failure: FailedTry = { message, isOwnFault: error instanceof RecipientBusyError };
      await boss.fail(mailQueue.name, job, failure);
    }
    return;
  }
  await markSent(deps, id, due);
}

/** The mail as it leaves now; null if it must not. */
async function claimMail(
  { db, mailer }: MailWorkerDeps,
  id: JobId,
  mail: OutgoingMail,
): Promise<OutgoingMail | null> {
  const { unsubscribeUrl, decisionId } = mail;
  if (unsubscribeUrl !== undefined) {
    if ((await recallMail(db, id, mail)) || (await recallMailing(db, id, mail))) return null;
  }
  if (decisionId === undefined) return mail;
  return claimDecisionMail(db, mailer, id, { ...mail, decisionId });
}

/**
 * The mail was sent. The record of that stays for a week, without its text, the links in it, and its subject, in which
 * a stranger may have written.
 */
async function markSent(
  { db }: MailWorkerDeps,
  id: JobId,
  { donorId }: OutgoingMail,
): Promise<void> {
  // If this took so long that another try is due, that one is not needed.
  await completeJob(db, mailQueue, id, { keepFields: ['to', 'messageId'] });
  if (donorId === undefined) return;
  await db
    .updateTable('donorMails')
    .set({ leftAt: sql<string>`now()` })
    .where('jobId', '=', id)
    .execute();
}
