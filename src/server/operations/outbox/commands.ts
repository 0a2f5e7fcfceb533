import { sql } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import type { DeadMailId, JobId } from '#contract/ids.ts';
import { followDedicationMail, noteBounce } from '#server/giving/dedications/commands.ts';
import { findPause, hasExpiredSql } from '#server/operations/outbox/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { deadMailsAlert, settleDeadMails } from '#server/platform/alerting/dead-mails.ts';
import { mailTeam, settleAlert, showAlert } from '#server/platform/alerting/raise-alert.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { OutgoingMail } from '#server/platform/db/column-types.ts';
import { doneBefore, markDone } from '#server/platform/db/mark-done.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import {
  deleteActiveJob,
  resumeJobs,
  retryJobsNow,
  suspendJobs,
} from '#server/platform/jobs/job-table.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { followMailing } from '#server/platform/mail/mailing.ts';
import { followDecisionMail } from '#server/vetting/nominations/decision-mails.ts';

const pausedAlert = 'mail:paused';

/** Lists a mail that could not be sent for the administrators, and tells the team. */
export async function keepDeadMail(
  db: Db,
  mailer: Mailer,
  job: { id: JobId; data: OutgoingMail; retryCount: number },
  error: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockDeadMails(trx);
    // It took so long that another try has begun, which decides.
    if (!(await deleteActiveJob(trx, mailQueue, job))) return;
    await trx
      .insertInto('deadMails')
      .values({
        id: newId<DeadMailId>(),
        mail: JSON.stringify(job.data),
        error,
        tries: job.retryCount + 1,
        jobId: job.id,
      })
      .execute();
    await noteBounce(trx, job.id, mailer);
    const alert = {
      key: deadMailsAlert,
      title: 'An email could not be sent',
      message:
        'At least one email could not be sent and will not be retried automatically. See why, then resend or discard it.',
      path: adminPaths.mail,
    };
    // While an earlier one is not dealt with, once a day: nobody looks at an alert that is always there.
    const isNew = await showAlert(trx, alert);
    if (await markDone(trx, 'dead-mail-told', { again: doneBefore(isNew ? '0' : '1 day') })) {
      await mailTeam(trx, alert, mailer);
    }
  });
}

/** Resends a dead mail as the same mail. 404 for an unknown id, 409 if it is not dead or if its link has expired. */
export function resendMail(db: Db, actor: TeamMember, id: DeadMailId, mailer: Mailer) {
  demandRight(actor, 'mail.write');
  return db.transaction().execute(async (trx) => {
    const { mail, hasExpired, jobId } = await lockDeadMail(trx, id);
    if (hasExpired) {
      throw new AppError(
        'mail_expired',
        'The link in this email has expired, so sending it would be useless. Discard it; "Forgot Your Password?" sends a new link.',
      );
    }
    // A new job: a worker that still has the old one must not end this one.
    const newJobId = newId<JobId>();
    await mailer.resend(trx, mail, { id: newJobId });
    if (jobId !== null) {
      await trx.deleteFrom('donorMails').where('jobId', '=', jobId).execute();
      await followMailing(trx, jobId, newJobId);
      await followDedicationMail(trx, jobId, newJobId);
      await followDecisionMail(trx, jobId, newJobId);
    }
    await resolveDeadMail(trx, actor, id);
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'mail.resent',
      subjectId: id,
      after: { messageId: mail.messageId },
    });
  });
}

/** Discards a dead mail. 404 for an unknown id, 409 if it is no longer dead. */
export function discardMail(
  db: Db,
  actor: TeamMember,
  { id, reason }: { id: DeadMailId; reason: string },
) {
  demandRight(actor, 'mail.write');
  return db.transaction().execute(async (trx) => {
    const { mail } = await lockDeadMail(trx, id);
    await resolveDeadMail(trx, actor, id);
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'mail.discarded',
      subjectId: id,
      before: { messageId: mail.messageId },
      reason,
    });
  });
}

/** Holds back all mail until an administrator resumes it, as after a restore from a backup. */
export async function pauseMail(trx: Trx, reason: string): Promise<void> {
  const value = JSON.stringify(reason);
  await trx
    .insertInto('siteSettings')
    .values({ key: 'mail_paused', value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value, updatedAt: sql<string>`now()` }),
    )
    .execute();
  // Shown, but not mailed: that mail would not be sent before it is outdated.
  await showAlert(trx, {
    key: pausedAlert,
    title: 'Outgoing email is paused',
    message: `${reason} No email is sent until an administrator resumes it.`,
    path: adminPaths.mail,
  });
  await recordAudit(trx, { actor: 'system', action: 'mail.paused', subjectId: 'mail', reason });
}

/** Returns mail to the queue that a worker took from it while mail is paused. False if mail is not paused. */
export async function putBackIfPaused(db: Db, jobIds: JobId[]): Promise<boolean> {
  // Almost always, nobody has paused it, and there is nothing to lock.
  if ((await findPause(db)) === null) return false;
  return db.transaction().execute(async (trx) => {
    // Locked, so that resuming waits until these mails are back in the queue, and then finds them.
    if ((await findPause(trx)) === null) return false;
    await suspendJobs(trx, mailQueue, jobIds);
    return true;
  });
}

/** Lets all mail that waits for its next try leave now, such as when the mail server works again. */
export function sendWaitingMail(db: Db, actor: TeamMember): Promise<void> {
  demandRight(actor, 'mail.write');
  return db.transaction().execute(async (trx) => {
    await retryJobsNow(trx, mailQueue);
    await recordAudit(trx, { actor: userActor(actor), action: 'mail.hurried', subjectId: 'mail' });
  });
}

/** Lets the mail that was suspended leave. Resuming twice does nothing. */
export function resumeMail(db: Db, actor: TeamMember): Promise<void> {
  demandRight(actor, 'settings.write');
  return db.transaction().execute(async (trx) => {
    const paused = await trx
      .deleteFrom('siteSettings')
      .where('key', '=', 'mail_paused')
      .returning('value')
      .executeTakeFirst();
    if (!paused) return;
    await resumeJobs(trx, mailQueue);
    await settleAlert(trx, pausedAlert, userActor(actor));
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'mail.resumed',
      subjectId: 'mail',
      before: { reason: String(paused.value) },
    });
  });
}

// One at a time, so that the alert is open exactly while there is a dead mail.
function lockDeadMails(trx: Trx) {
  return sql`lock table dead_mails in share row exclusive mode`.execute(trx);
}

async function lockDeadMail(trx: Trx, id: DeadMailId) {
  await lockDeadMails(trx);
  const { mail, ...rest } = await trx
    .selectFrom('deadMails')
    .select(['mail', 'jobId', hasExpiredSql.as('hasExpired')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('email'));
  if (mail === null) {
    throw new AppError('mail_already_handled', 'This email was already resent or discarded.');
  }
  return { mail: mail as OutgoingMail, ...rest };
}

async function resolveDeadMail(trx: Trx, actor: TeamMember, id: DeadMailId): Promise<void> {
  await trx
    .updateTable('deadMails')
    .set({ mail: null, resolvedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await settleDeadMails(trx, userActor(actor));
}
