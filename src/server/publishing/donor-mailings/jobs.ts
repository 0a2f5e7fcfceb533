import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { JobId } from '#contract/ids.ts';
import type { OutgoingMail } from '#server/platform/db/column-types.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { deleteJob } from '#server/platform/jobs/job-table.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { donorMail } from '#server/publishing/donor-mailings/emails.ts';

/* Writes an email to several donors once the time to stop it is over, and what takes one out at the last moment. */

/** The queue of jobs that write the mails to several donors. */
export const donorMailingsQueue: JobQueue = {
  name: 'donor-mailings',
  // When the time to stop one is over; every minute for what a process that died has left.
  cron: '* * * * *',
  retryLimit: 0,
  expireInSeconds: 3600,
};

// Written in one transaction: few enough that the embedded database serves others in between.
const batchSize = 25;

/** Whether the donor of a recipient wants no updates. A joined record leads to the one that it was joined into. */
const wantsNoneSql = sql<boolean>`exists (select from mail_opt_outs where mail_opt_outs.email = lower(donors.email))`;

/** Whether the donor gets the same mail already, because two selected records were joined since. */
const isTwiceSql = sql<boolean>`exists (
  select from donor_mailing_recipients as other join donors as selected on selected.id = other.donor_id
  where other.mailing_id = recipient.mailing_id and other.id <> recipient.id
    and coalesce(selected.joined_into, selected.id) = donors.id
    and other.left_out_at is null and (other.queued_at is not null or other.id < recipient.id))`;

/**
 * Adds the next few mails to the queue, and returns for how many donors: 0 if nobody is waiting. The mails and the record
 * that they are queued are one transaction. Who wants no updates anymore gets none.
 */
export function queueNextDonorMails(db: Db, mailer: Mailer): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const waiting = await lockWaiting(trx);
    const isLeftOut = ({ wantsNone, isTwice }: (typeof waiting)[number]) => wantsNone || isTwice;
    await note(trx, 'leftOutAt', waiting.filter(isLeftOut));
    const readers = waiting.filter((reader) => !isLeftOut(reader));
    await note(trx, 'queuedAt', readers);
    for (const { id, subject, text, donorId, ...reader } of readers) {
      const unsubscribeToken = newToken();
      await trx
        .insertInto('unsubscribeLinks')
        .values({ tokenHash: hashToken(unsubscribeToken), email: reader.email.toLowerCase() })
        .execute();
      const mail = donorMail(mailer.config, { subject, text }, { ...reader, unsubscribeToken });
      await mailer.enqueue(trx, { ...mail, donorId }, { id });
    }
    return waiting.length;
  });
}

function lockWaiting(trx: Trx) {
  return (
    trx
      .selectFrom('donorMailingRecipients as recipient')
      .innerJoin('donorMailings', 'donorMailings.id', 'recipient.mailingId')
      .innerJoin('donors as selected', 'selected.id', 'recipient.donorId')
      .innerJoin('donors', (join) =>
        join.on(sql<boolean>`donors.id = coalesce(selected.joined_into, selected.id)`),
      )
      .select([
        'recipient.id',
        'subject',
        'text',
        'donors.id as donorId',
        'donors.firstName',
        'donors.lastName',
        'donors.email',
        wantsNoneSql.as('wantsNone'),
        isTwiceSql.as('isTwice'),
      ])
      // Somebody without an address is never selected, and whoever has one keeps one.
      .$narrowType<{ email: string }>()
      .where('queuedAt', 'is', null)
      .where('leftOutAt', 'is', null)
      .where('stoppedAt', 'is', null)
      .where('leavesAt', '<=', sql<string>`now()`)
      .orderBy('recipient.mailingId')
      .orderBy('recipient.id')
      .limit(batchSize)
      // Also the mailing, so that it is not stopped between this and the queue.
      .forUpdate('recipient')
      .forShare('donorMailings')
      .skipLocked()
      .execute()
  );
}

async function note(
  trx: Trx,
  what: 'queuedAt' | 'leftOutAt',
  recipients: { id: JobId }[],
): Promise<void> {
  const ids = recipients.map(({ id }) => id);
  if (ids.length === 0) return;
  await trx
    .updateTable('donorMailingRecipients')
    .set({ [what]: sql<string>`now()` })
    .where('id', 'in', ids)
    .execute();
}

/**
 * Recalls a mail to one of several donors that is about to be sent, if the mailing was stopped or the donor wants no
 * updates anymore. If their address was corrected, it is written again. Returns whether it was recalled.
 */
export function recallMailing(
  db: Db,
  id: JobId,
  { to }: Pick<OutgoingMail, 'to'>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const recipient = await trx
      .selectFrom('donorMailingRecipients as recipient')
      .innerJoin('donorMailings', 'donorMailings.id', 'recipient.mailingId')
      .innerJoin('donors as selected', 'selected.id', 'recipient.donorId')
      .innerJoin('donors', (join) =>
        join.on(sql<boolean>`donors.id = coalesce(selected.joined_into, selected.id)`),
      )
      .select(['stoppedAt', 'donors.email', wantsNoneSql.as('wantsNone')])
      .$narrowType<{ email: string }>()
      .where('recipient.id', '=', id)
      .forUpdate('recipient')
      .executeTakeFirst();
    if (!recipient) return false;
    const isOff = recipient.stoppedAt !== null || recipient.wantsNone;
    if (!isOff && recipient.email.toLowerCase() === to.toLowerCase()) return false;
    await deleteJob(trx, mailQueue, id);
    await trx.deleteFrom('donorMails').where('jobId', '=', id).execute();
    await trx
      .updateTable('donorMailingRecipients')
      .set(
        isOff
          ? { leftOutAt: sql<string>`now()` }
          : // As another job: a worker that still has this one must not end the new one.
            { queuedAt: null, id: newId<JobId>() },
      )
      .where('id', '=', id)
      .execute();
    return true;
  });
}

/** A mail is now another job of the queue; if it is one to several donors, its recipient refers to the new job. */
export async function followDonorMail(trx: Trx, jobId: JobId, newJobId: JobId): Promise<void> {
  await trx
    .updateTable('donorMailingRecipients')
    .set({ id: newJobId })
    .where('id', '=', jobId)
    .execute();
}

/** Writes mails to several donors. Several processes may do it: each takes what no other one has. */
export async function startDonorMailingWorker({
  db,
  boss,
  mailer,
}: {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
}): Promise<void> {
  await boss.work(donorMailingsQueue.name, async () => {
    while ((await queueNextDonorMails(db, mailer)) > 0);
  });
}
