import { sql } from 'kysely';
import type { JobId } from '#contract/ids.ts';
import { checkoutDays } from '#core/giving/checkout-days.ts';
import { recipientDays } from '#core/giving/dedications.ts';
import { createDonationLink } from '#server/donors/donation-links/commands.ts';
import { dedicationBounced } from '#server/giving/dedications/emails.ts';
import { mayTellDonor } from '#server/giving/dedications/send-dedications.ts';
import { settleDeadMails } from '#server/platform/alerting/dead-mails.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hashToken } from '#server/platform/security/tokens.ts';

/** Blocks the mailbox to which a mail about a dedication was sent. 400 for a secret that is unknown. */
export async function refuseDedications(db: Db, token: string): Promise<void> {
  const known = await db
    .selectFrom('dedications')
    .select('mailboxHash')
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst();
  if (!known) {
    throw new AppError(
      'invalid_token',
      'This link does not work. Please use the one in the email, or write to us.',
    );
  }
  await db
    .insertInto('blockedMailboxes')
    .columns(['mailboxHash'])
    .expression((row) =>
      row
        .selectFrom('dedications')
        .select('mailboxHash')
        .$narrowType<{ mailboxHash: Buffer }>()
        .where('tokenHash', '=', hashToken(token)),
    )
    .onConflict((conflict) => conflict.column('mailboxHash').doNothing())
    .execute();
}

/** The mail of a job could not be delivered: if it was about a dedication, its donor is told. */
export async function noteBounce(trx: Trx, mailId: JobId, mailer: Mailer): Promise<void> {
  const bounced = await trx
    .updateTable('dedications')
    .set({ bouncedAt: sql<string>`now()` })
    .where('mailId', '=', mailId)
    .returning(['donationId', 'recipientName'])
    .executeTakeFirst();
  if (!bounced) return;
  const { donationId, recipientName } = bounced;
  const { donorId, email, isReal } = await trx
    .selectFrom('donations')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select(['donorId', 'donors.email', 'isReal'])
    .where('donations.id', '=', donationId)
    .executeTakeFirstOrThrow();
  if (email === null || !(await mayTellDonor(trx, { isReal, donorEmail: email }, mailer))) return;
  const donationLink = await createDonationLink(trx, donationId, mailer);
  const name = recipientName ?? 'the person you named';
  const mail = dedicationBounced(mailer.config, { email, donationLink, recipientName: name });
  await mailer.enqueue(trx, { ...mail, donorId });
}

/** A mail is now another job of the queue: somebody of the team has sent it again. */
export async function followDedicationMail(
  trx: Trx,
  mailId: JobId,
  newMailId: JobId,
): Promise<void> {
  await trx
    .updateTable('dedications')
    .set({ mailId: newMailId, bouncedAt: null })
    .where('mailId', '=', mailId)
    .execute();
}

/**
 * Erases who was told of dedications, or was to be, some days later; also in mails that could not be delivered. The
 * networks that dedications came from are erased after 30 days, as those of all checkouts.
 */
export function eraseOldRecipients(db: Db): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('dedications')
      .set({ network: null })
      .where('createdAt', '<', sql<string>`now() - make_interval(days => ${checkoutDays})`)
      .where('network', 'is not', null)
      .execute();
    const erased = await trx
      .updateTable('dedications')
      .set({ recipientName: null, recipientEmail: null, message: '', network: null })
      .where('recipientEmail', 'is not', null)
      .where(
        sql<boolean>`coalesce(sent_at, case when stopped_why is not null then due_at end)
          < now() - make_interval(days => ${recipientDays})`,
      )
      .returning('mailId')
      .execute();
    const mails = erased.flatMap(({ mailId }) => (mailId === null ? [] : [mailId]));
    if (mails.length === 0) return;
    await trx
      .updateTable('deadMails')
      .set({ mail: null, resolvedAt: sql<string>`coalesce(resolved_at, now())` })
      .where('jobId', 'in', mails)
      .execute();
    await settleDeadMails(trx);
  });
}
