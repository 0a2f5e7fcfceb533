import { sql } from 'kysely';
import { mailPath } from '#contract/pages.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerts/alerts.ts';
import { findPause, hasExpiredSql } from '#server/operations/mail/queries.ts';
import { followMail } from '#server/publishing/updates/jobs.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Administrator } from '#server/people/sign-in/sessions.ts';
import { type Mailer, mailQueue, type OutgoingMail } from '#server/platform/mail/mailer.ts';

const deadMailsAlert = 'mail:dead-letters';
const pausedAlert = 'mail:paused';

/** Puts a mail that could not be sent where an administrator sees it, and raises the alert about it. */
export async function keepDeadMail(
  db: Db,
  mailer: Mailer,
  job: { id: string; data: OutgoingMail; retryCount: number },
  error: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockDeadMails(trx);
    const { rows } = await sql`delete from pgboss.job
      where name = ${mailQueue} and id = ${job.id} and state = 'active' and retry_count = ${job.retryCount}
      returning id`.execute(trx);
    // It took so long that another try has begun, which decides.
    if (rows.length === 0) return;
    await trx
      .insertInto('deadMails')
      .values({
        id: newId(),
        mail: JSON.stringify(job.data),
        error,
        tries: job.retryCount + 1,
        jobId: job.id,
      })
      .execute();
    await raiseAlert(trx, mailer, {
      key: deadMailsAlert,
      title: 'Mail could not be sent',
      message:
        'At least one mail could not be sent, and it is not tried again by itself. See why, then send it again or discard it.',
      path: mailPath,
    });
  });
}

/** Sends a dead mail again, as the same mail. 404 for an unknown id, 409 when it is not dead or too old. */
export function resendMail(db: Db, actor: Administrator, id: string, mailer: Mailer) {
  return db.transaction().execute(async (trx) => {
    const { mail, hasExpired, jobId } = await lockDeadMail(trx, id);
    if (hasExpired) {
      throw new AppError(
        'mail_expired',
        'The link in this mail works no more, so it would be no use. Discard it; a new link can be had with "Forgot Your Password?".',
      );
    }
    // A new job: whoever still works on the old one must not end this one.
    const newJobId = newId();
    await mailer.resend(trx, mail, { id: newJobId });
    if (jobId !== null) await followMail(trx, jobId, newJobId);
    await resolveDeadMail(trx, actor, id);
    await recordAudit(trx, {
      actor: `user:${actor.id}`,
      action: 'mail.resent',
      subjectId: id,
      after: { messageId: mail.messageId },
    });
  });
}

/** Gives a dead mail up. 404 for an unknown id, 409 when it is not dead any more. */
export function discardMail(
  db: Db,
  actor: Administrator,
  { id, reason }: { id: string; reason: string },
) {
  return db.transaction().execute(async (trx) => {
    const { mail } = await lockDeadMail(trx, id);
    await resolveDeadMail(trx, actor, id);
    await recordAudit(trx, {
      actor: `user:${actor.id}`,
      action: 'mail.discarded',
      subjectId: id,
      before: { messageId: mail.messageId },
      reason,
    });
  });
}

/** Keeps all mail back until an administrator resumes it, as after a restore from a backup. */
export async function pauseMail(trx: Trx, mailer: Mailer, reason: string): Promise<void> {
  const value = JSON.stringify(reason);
  await trx
    .insertInto('siteSettings')
    .values({ key: 'mail_paused', value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value, updatedAt: sql<string>`now()` }),
    )
    .execute();
  // Shown, but not mailed: that mail would only leave when it is not true any more.
  const silent = { ...mailer, enqueue: async () => {} };
  await raiseAlert(trx, silent, {
    key: pausedAlert,
    title: 'Outgoing mail is paused',
    message: `${reason} No mail leaves until somebody resumes it.`,
    path: mailPath,
  });
  await recordAudit(trx, { actor: 'system', action: 'mail.paused', subjectId: 'mail', reason });
}

// Later than any mail is kept: what waits for this moment waits for somebody to resume.
const never = '9999-12-31T00:00:00Z';

/** Puts mail back that was taken from the queue while mail is paused. False when it is not paused. */
export async function holdIfPaused(db: Db, jobIds: string[]): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Locked, so that resuming waits until these mails are back and then finds them.
    if ((await findPause(trx)) === null) return false;
    await sql`update pgboss.job set state = 'created', started_on = null
      where name = ${mailQueue} and state = 'active' and id = any(${jobIds}::uuid[])`.execute(trx);
    await sql`update pgboss.job set start_after = ${never}
      where name = ${mailQueue} and state < 'active' and start_after < ${never}`.execute(trx);
    return true;
  });
}

/** Lets held mail go. Resuming twice does nothing. */
export function resumeMail(db: Db, actor: Administrator): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const paused = await trx
      .deleteFrom('siteSettings')
      .where('key', '=', 'mail_paused')
      .returning('value')
      .executeTakeFirst();
    if (!paused) return;
    await sql`update pgboss.job set start_after = now()
      where name = ${mailQueue} and state < 'active' and start_after = ${never}`.execute(trx);
    await settleAlert(trx, pausedAlert, `user:${actor.id}`);
    await recordAudit(trx, {
      actor: `user:${actor.id}`,
      action: 'mail.resumed',
      subjectId: 'mail',
      before: { reason: String(paused.value) },
    });
  });
}

// One after the other, so that the alert is open exactly while there is a dead mail.
function lockDeadMails(trx: Trx) {
  return sql`lock table dead_mails in share row exclusive mode`.execute(trx);
}

async function lockDeadMail(trx: Trx, id: string) {
  await lockDeadMails(trx);
  const { mail, ...rest } = await trx
    .selectFrom('deadMails')
    .select(['mail', 'jobId', hasExpiredSql.as('hasExpired')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('mail'));
  if (mail === null) {
    throw new AppError(
      'mail_already_handled',
      'Somebody has sent this mail again or discarded it already.',
    );
  }
  return { mail, ...rest };
}

async function resolveDeadMail(trx: Trx, actor: Administrator, id: string): Promise<void> {
  await trx
    .updateTable('deadMails')
    .set({ mail: null, resolvedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  const left = await trx
    .selectFrom('deadMails')
    .select('id')
    .where('resolvedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!left) await settleAlert(trx, deadMailsAlert, `user:${actor.id}`);
}
