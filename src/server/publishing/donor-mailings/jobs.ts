import { sql } from 'kysely';
import type { JobId } from '#contract/ids.ts';
import { lockWaiting, recipientsOf } from '#server/donors/donors/mailings.ts';
import type { OutgoingMail } from '#server/platform/db/column-types.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mailingQueue, mailingWorker, queueNext, recall } from '#server/platform/mail/mailing.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { donorMail } from '#server/publishing/donor-mailings/emails.ts';
import { donorMailingTables } from '#server/publishing/donor-mailings/queries.ts';

/* Writes the mails to several donors, once the time to stop them is over. */

/** The queue of jobs that write the mails to several donors, when the time to stop one is over. */
export const donorMailingsQueue = mailingQueue('donor-mailings');

/** Whether the donor of a recipient wants no updates. */
const wantsNoneSql = sql<boolean>`exists (select from mail_opt_outs where mail_opt_outs.email = lower(donors.email))`;

/** Adds the next few mails to the queue, and returns for how many donors. Who wants no updates anymore gets none. */
export function queueNextDonorMails(db: Db, mailer: Mailer): Promise<number> {
  const { recipients } = donorMailingTables;
  return queueNext(db, mailer, { recipients, lockWaiting: lockDue, queueMails });
}

/** Writes the mails of {@link donorMailingsQueue}. */
export const donorMailingsWorker = mailingWorker(donorMailingsQueue, queueNextDonorMails);

function lockDue(trx: Trx, most: number) {
  return (
    lockWaiting(trx, donorMailingTables, most)
      .select(['subject', 'text', 'donors.firstName', 'donors.lastName'])
      .select(wantsNoneSql.as('wantsNone'))
      // Somebody without an address is never selected, and whoever has one keeps one.
      .$narrowType<{ email: string }>()
      .where('leavesAt', '<=', sql<string>`now()`)
      .execute()
  );
}

async function queueMails(trx: Trx, waiting: Awaited<ReturnType<typeof lockDue>>, mailer: Mailer) {
  const isLeftOut = ({ wantsNone, isTwice }: (typeof waiting)[number]) => wantsNone || isTwice;
  for (const each of waiting.filter((reader) => !isLeftOut(reader))) {
    const { id, subject, text, donorId, ...reader } = each;
    const unsubscribeToken = newToken();
    await trx
      .insertInto('unsubscribeLinks')
      .values({ tokenHash: hashToken(unsubscribeToken), email: reader.email.toLowerCase() })
      .execute();
    const mail = donorMail(mailer.config, { subject, text }, { ...reader, unsubscribeToken });
    await mailer.enqueue(trx, { ...mail, donorId }, { id });
  }
  return waiting.filter(isLeftOut);
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
    const recipient = await recipientsOf(trx, donorMailingTables)
      .select(['stoppedAt', 'donors.email', wantsNoneSql.as('wantsNone')])
      .$narrowType<{ email: string }>()
      .where('recipient.id', '=', id)
      .forUpdate('recipient')
      .executeTakeFirst();
    if (!recipient) return false;
    const isOff = recipient.stoppedAt !== null || recipient.wantsNone;
    if (!isOff && recipient.email.toLowerCase() === to.toLowerCase()) return false;
    await recall(trx, donorMailingTables, id, isOff ? 'left out' : 'written again');
    return true;
  });
}
