import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { DonationId, DonorId, JobId, UpdateId } from '#contract/ids.ts';
import { createDonationLinks } from '#server/donors/donation-links/commands.ts';
import type { OutgoingMail } from '#server/platform/db/column-types.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mailingQueue, mailingWorker, queueNext, recall } from '#server/platform/mail/mailing.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { inOrder, publicFilesOf } from '#server/publishing/files/public-files.ts';
import {
  type DonationShare,
  type UpdateNews,
  updateMail,
} from '#server/publishing/updates/emails.ts';
import { getNews } from '#server/publishing/updates/queries.ts';
import { findNominator, nominatorName, sharesIn } from '#server/publishing/updates/recipients.ts';
import { isDecisionMailWaitingSql } from '#server/vetting/nominations/decision-mails.ts';

/* Writes the mails of published updates. */

/** The queue of jobs that write the mails of published updates, immediately when one is published. */
export const updateMailsQueue: JobQueue = { ...mailingQueue('update-mails'), notify: true };

/** Queues the writing of the mails of published updates, in the caller's transaction. */
export async function requestMailing(trx: Trx, boss: PgBoss): Promise<void> {
  await boss.send(updateMailsQueue.name, null, { db: fromKysely(trx) });
}

/** Who has unsubscribed leaves no record. */
const updateMailing = {
  recipients: 'updateRecipients',
  lockWaiting,
  queueMails,
  leaveOut: (trx: Trx, ids: JobId[]) =>
    trx.deleteFrom('updateRecipients').where('id', 'in', ids).execute(),
} as const;

/**
 * Adds the next few mails to the queue, and returns for how many people. Nothing is written while the public page that
 * the mails link to is hidden, because somebody hid it for a reason; the mails are written once it is back. The
 * nominator's mail is written once the mail about a decision has left: nobody reads what was bought before "We accepted
 * it".
 */
export function queueNextMails(db: Db, mailer: Mailer): Promise<number> {
  return queueNext(db, mailer, updateMailing);
}

/** Writes the mails of {@link updateMailsQueue}. */
export const updateMailsWorker = mailingWorker(updateMailsQueue, queueNextMails);

/** Whether a recipient has opted out since the update was published, or follows its need no longer. */
const wantsNoneSql = sql<boolean>`case role
  when 'follower' then not exists (select from followers
    where followers.email = update_recipients.email and confirmed_at is not null
      and nomination_id = (select nomination_id from updates where updates.id = update_id))
  else exists (select from mail_opt_outs where mail_opt_outs.email = update_recipients.email) end`;

type Recipient = Awaited<ReturnType<typeof lockWaiting>>[number];

function lockWaiting(trx: Trx, most: number) {
  return (
    trx
      .selectFrom('updateRecipients')
      .innerJoin('updates', 'updates.id', 'updateRecipients.updateId')
      .innerJoin('nominations', 'nominations.id', 'updates.nominationId')
      .innerJoin('publicPages', 'publicPages.nominationId', 'nominations.id')
      .select(['updateRecipients.id', 'updateId', 'updateRecipients.email', 'role'])
      .select(wantsNoneSql.as('wantsNone'))
      .where('queuedAt', 'is', null)
      .where('publicPages.isVisible', '=', true)
      // It tells a part of the story, so it waits until the nominee agrees to that.
      .where('publicPages.showsStory', '=', true)
      .where(
        sql<boolean>`(lower(nominations.email) <> update_recipients.email or not ${isDecisionMailWaitingSql})`,
      )
      .orderBy('updateId')
      .orderBy('updateRecipients.id')
      .limit(most)
      .forUpdate('updateRecipients')
      .skipLocked()
      .execute()
  );
}

async function queueMails(trx: Trx, waiting: Recipient[], mailer: Mailer): Promise<Recipient[]> {
  const willing = waiting.filter(({ wantsNone }) => !wantsNone);
  for (const [updateId, recipients] of Map.groupBy(willing, (each) => each.updateId)) {
    await queueMailsAbout(trx, updateId, recipients, mailer);
  }
  return waiting.filter(({ wantsNone }) => wantsNone);
}

async function queueMailsAbout(
  trx: Trx,
  updateId: UpdateId,
  recipients: Recipient[],
  mailer: Mailer,
): Promise<void> {
  const { news, readers } = await findFacts(trx, updateId, recipients);
  const donationLinks = await createDonationLinks(
    trx,
    [...readers.values()].flatMap(({ shares }) => shares).map(({ donationId }) => donationId),
    mailer,
  );
  const tokens = new Map(recipients.map(({ email }) => [email, newToken()]));
  await trx
    .insertInto('unsubscribeLinks')
    .values([...tokens].map(([email, token]) => ({ tokenHash: hashToken(token), email })))
    .execute();
  const { timeZone } = mailer.settings.current();
  for (const { id, email } of recipients) {
    const { nominatorName = null, shares = [], isFollower = false } = readers.get(email) ?? {};
    const mail = updateMail(mailer.config, timeZone, news, {
      email,
      nominatorName,
      isFollower,
      shares: shares.map((share) => ({ ...share, url: donationLinks.get(share.donationId) ?? '' })),
      unsubscribeToken: tokens.get(email) ?? '',
    });
    const facts = digest(news, readers.get(email));
    const [share] = shares;
    const donor = share && { donorId: share.donorId };
    await mailer.enqueue(trx, { ...mail, ...donor, facts }, { id });
  }
}

/** Everything that the mails about an update tell, all of which may change before they leave. */
async function findFacts(
  db: Db,
  updateId: UpdateId,
  recipients: Pick<Recipient, 'email' | 'role'>[],
) {
  const news = await getNews(db, updateId);
  const nominator = await findNominator(db, news.need.id);
  const files = inOrder(await publicFilesOf(db, news.need.id), news.fileIds);
  const donors = recipients.filter(({ role }) => role === 'donor').map(({ email }) => email);
  const shares = await sharesIn(db, news.need.id, donors);
  const readers = recipients.map(({ email, role }): [string, ReaderFacts] => [
    email,
    role === 'follower'
      ? { nominatorName: null, shares: [], isFollower: true }
      : { nominatorName: nominatorName(nominator, email), shares: shares.get(email) ?? [] },
  ]);
  return { news: { ...news, files }, readers: new Map(readers) };
}

interface ReaderFacts {
  isFollower?: true;
  nominatorName: string | null;
  shares: (Omit<DonationShare, 'url'> & { donationId: DonationId; donorId: DonorId })[];
}

function digest(news: UpdateNews, reader: ReaderFacts | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([news, reader]))
    .digest('hex');
}

/**
 * Recalls a mail about an update that is about to be sent, if its reader has unsubscribed, if the page was hidden in
 * the meantime, if their address was corrected, or if what it tells is not true anymore: a receipt was unpublished, or
 * money was spent or released.
 * Except in the first case it is written again, once the page is there. Returns whether it was recalled.
 */
export async function recallMail(
  db: Db,
  id: JobId,
  { facts, to }: Pick<OutgoingMail, 'facts' | 'to'>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const recipient = await trx
      .selectFrom('updateRecipients')
      .innerJoin('updates', 'updates.id', 'updateRecipients.updateId')
      .innerJoin('nominations', 'nominations.id', 'updates.nominationId')
      .innerJoin('publicPages', 'publicPages.nominationId', 'nominations.id')
      .select([
        'updateId',
        'updateRecipients.email',
        'role',
        sql<boolean>`public_pages.is_visible and public_pages.shows_story`.as('isShown'),
        wantsNoneSql.as('hasOptedOut'),
      ])
      .where('updateRecipients.id', '=', id)
      .forUpdate('updateRecipients')
      .executeTakeFirst();
    // All other mail is always sent.
    if (!recipient) return false;
    const { isShown, hasOptedOut, updateId, email } = recipient;
    // The donor's address was corrected after it was written.
    const isOtherAddress = to.toLowerCase() !== email.toLowerCase();
    if (isShown && !hasOptedOut && !isOtherAddress) {
      const { news, readers } = await findFacts(trx, updateId, [recipient]);
      // An earlier version noted no facts.
      if (facts === undefined || facts === digest(news, readers.get(email))) return false;
    }
    await recall(trx, updateMailing, id, hasOptedOut ? 'left out' : 'written again');
    return true;
  });
}
