import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Update, updateInput } from '#contract/updates.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import { createGiftLinks } from '#server/features/gifts/commands.ts';
import { updateMail } from '#server/features/updates/emails.ts';
import {
  audienceSql,
  findObstacles,
  getNews,
  getUpdate,
  sharesIn,
} from '#server/features/updates/queries.ts';
import { inOrder, publicFilesOf } from '#server/files/public-files.ts';
import { AppError, notFound } from '#server/http/app-error.ts';
import type { Administrator } from '#server/http/session.ts';
import type { QueueName } from '#server/jobs/job-queue.ts';
import { type Mailer, mailQueue } from '#server/mail/mailer.ts';
import { hashToken, newToken } from '#server/security/tokens.ts';

/** The queue whose jobs have the mails of published updates written. */
export const mailing: QueueName = 'update-mails';

type UpdateInput = z.infer<typeof updateInput>;

/** Writes a draft about a nomination, with files of that nomination. */
export function createUpdate(
  db: Db,
  actor: Administrator,
  { nominationId, fileIds, ...words }: UpdateInput & { nominationId: string },
): Promise<Update> {
  return db.transaction().execute(async (trx) => {
    await lockNomination(trx, nominationId);
    const id = newId();
    await trx
      .insertInto('updates')
      .values({ id, nominationId, ...words, createdBy: actor.id })
      .execute();
    await setFiles(trx, id, nominationId, fileIds);
    await audit(trx, actor, 'update.written', id, { kind: words.kind });
    return getUpdate(trx, id);
  });
}

/** Changes a draft. What is published stays as it was mailed. */
export function saveUpdate(
  db: Db,
  actor: Administrator,
  { id, fileIds, ...words }: UpdateInput & { id: string },
): Promise<Update> {
  return db.transaction().execute(async (trx) => {
    const { nominationId } = await lockDraft(trx, id);
    await trx.updateTable('updates').set(words).where('id', '=', id).execute();
    await trx.deleteFrom('updateFiles').where('updateId', '=', id).execute();
    await setFiles(trx, id, nominationId, fileIds);
    await audit(trx, actor, 'update.changed', id, { kind: words.kind });
    return getUpdate(trx, id);
  });
}

/** Removes a draft. */
export async function deleteUpdate(db: Db, actor: Administrator, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockDraft(trx, id);
    await trx.deleteFrom('updates').where('id', '=', id).execute();
    await audit(trx, actor, 'update.deleted', id);
  });
}

/**
 * Shows an update to everybody and decides who gets it by mail. 409 with everything that is in the way. Doing it
 * twice is doing it once.
 */
export function publishUpdate(
  db: Db,
  boss: PgBoss,
  actor: Administrator,
  id: string,
): Promise<Update> {
  return db.transaction().execute(async (trx) => {
    const update = await lockUpdate(trx, id);
    if (update.publishedAt !== null) return update;
    const obstacles = await findObstacles(trx, update);
    if (obstacles.length > 0) throw new AppError('not_publishable', obstacles.join(' '));
    await trx
      .updateTable('updates')
      .set({ publishedAt: sql<string>`now()` })
      .where('id', '=', id)
      .execute();
    await sql`insert into update_recipients (id, update_id, email, role, first_name)
      select gen_random_uuid(), ${id}, email, role, first_name from (${audienceSql(update)}) as audience
      where not has_opted_out`.execute(trx);
    const published = await getUpdate(trx, id);
    await audit(trx, actor, 'update.published', id, { mails: published.mailing?.total });
    await requestMailing(boss, trx);
    return published;
  });
}

/** Files of the nomination in this order; a still picture comes with its video. */
async function setFiles(trx: Trx, updateId: string, nominationId: string, fileIds: string[]) {
  const unique = [...new Set(fileIds)];
  if (unique.length === 0) return;
  const usable = await trx
    .selectFrom('files')
    .select('id')
    .where('id', 'in', unique)
    .where('nominationId', '=', nominationId)
    .where('stillOf', 'is', null)
    .where('state', '<>', 'failed')
    // Deleted at the same moment, it leaves the update as it would a moment later.
    .forKeyShare()
    .execute();
  if (usable.length < unique.length) {
    const message = 'Choose receipts, photos and videos of this nomination';
    throw new AppError('file_unusable', `${message}.`, { fileIds: message });
  }
  const rows = unique.map((fileId, position) => ({ updateId, position, fileId }));
  await trx.insertInto('updateFiles').values(rows).execute();
}

async function lockDraft(trx: Trx, id: string): Promise<Update> {
  const update = await lockUpdate(trx, id);
  if (update.publishedAt === null) return update;
  throw new AppError(
    'already_published',
    'This update is published and on its way to the donors. Write another one instead.',
  );
}

/** The nomination stands for its updates, as it does for its page: one change after the other. */
async function lockUpdate(trx: Trx, id: string): Promise<Update> {
  const { nominationId } = await getUpdate(trx, id);
  await lockNomination(trx, nominationId);
  return getUpdate(trx, id);
}

function lockNomination(trx: Trx, id: string) {
  return trx
    .selectFrom('nominations')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('nomination'));
}

function audit(
  trx: Trx,
  actor: Administrator,
  action: `update.${string}`,
  subjectId: string,
  after?: Record<string, unknown>,
): Promise<void> {
  return recordAudit(trx, {
    actor: `user:${actor.id}`,
    action,
    subjectId,
    ...(after && { after }),
  });
}

// So many mails are written in one transaction: a process that dies has at most so many to write again, and
// the embedded database, which has one connection, answers others in between.
const batchSize = 25;

/** Has the mails of published updates written, once the transaction is there. */
export async function requestMailing(boss: PgBoss, trx: Trx): Promise<void> {
  await boss.send(mailing, null, { db: fromKysely(trx) });
}

/**
 * Hands the next few mails to the queue, and answers for how many people: 0 when nobody waits. The mails and the
 * note that they are queued are one transaction. Nothing is written while the public page, to which the mails
 * lead, is not there: whoever took it away saw something wrong. They are written when it is back.
 */
export async function queueNextMails(db: Db, mailer: Mailer): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const waiting = await lockWaiting(trx);
    const ids = waiting.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const refusing = await trx
      .deleteFrom('updateRecipients')
      .where('id', 'in', ids)
      .where('email', 'in', trx.selectFrom('mailOptOuts').select('email'))
      .returning('id')
      .execute();
    const refused = new Set(refusing.map(({ id }) => id));
    const willing = waiting.filter(({ id }) => !refused.has(id));
    for (const [updateId, recipients] of Map.groupBy(willing, (each) => each.updateId)) {
      await queueMails(trx, mailer, updateId, recipients);
    }
    await trx
      .updateTable('updateRecipients')
      .set({ queuedAt: sql<string>`now()` })
      .where('id', 'in', ids)
      .execute();
    return ids.length;
  });
}

type Recipient = Awaited<ReturnType<typeof lockWaiting>>[number];

function lockWaiting(trx: Trx) {
  return trx
    .selectFrom('updateRecipients')
    .innerJoin('updates', 'updates.id', 'updateRecipients.updateId')
    .innerJoin('nominations', 'nominations.id', 'updates.nominationId')
    .innerJoin('publicPages', 'publicPages.nominationId', 'nominations.id')
    .select(['updateRecipients.id', 'updateId', 'updateRecipients.email', 'role'])
    .select('updateRecipients.firstName')
    .where('queuedAt', 'is', null)
    .where('publicPages.isPublished', '=', true)
    .where('nominations.isAccepted', '=', true)
    .orderBy('updateId')
    .orderBy('updateRecipients.id')
    .limit(batchSize)
    .forUpdate('updateRecipients')
    .skipLocked()
    .execute();
}

async function queueMails(
  trx: Trx,
  mailer: Mailer,
  updateId: string,
  recipients: Recipient[],
): Promise<void> {
  const news = await getNews(trx, updateId);
  const files = inOrder(await publicFilesOf(trx, news.need.id), news.fileIds);
  const donors = recipients.filter(({ role }) => role === 'donor').map(({ email }) => email);
  const shares = await sharesIn(trx, news.need.id, donors);
  const giftLinks = await createGiftLinks(
    trx,
    mailer,
    [...shares.values()].flat().map(({ donationId }) => donationId),
  );
  const tokens = new Map(recipients.map(({ email }) => [email, newToken()]));
  await trx
    .insertInto('unsubscribeLinks')
    .values([...tokens].map(([email, token]) => ({ tokenHash: hashToken(token), email })))
    .execute();
  for (const { id, email, firstName } of recipients) {
    const reader = {
      ...{ email, firstName },
      shares: (shares.get(email) ?? []).map((share) => ({
        ...share,
        url: giftLinks.get(share.donationId) ?? '',
      })),
      unsubscribeToken: tokens.get(email) ?? '',
    };
    const mail = updateMail(mailer.config, { ...news, files }, reader);
    await mailer.enqueue(trx, mail, { id, isBulk: true });
  }
}

/**
 * Takes a mail about an update back that is about to be sent, when its reader has unsubscribed since or its page
 * has been taken away; this one waits until the page is back. Answers whether it did.
 */
export async function recallMail(db: Db, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const recipient = await trx
      .selectFrom('updateRecipients')
      .innerJoin('updates', 'updates.id', 'updateRecipients.updateId')
      .innerJoin('nominations', 'nominations.id', 'updates.nominationId')
      .innerJoin('publicPages', 'publicPages.nominationId', 'nominations.id')
      .leftJoin('mailOptOuts', 'mailOptOuts.email', 'updateRecipients.email')
      .select([
        sql<boolean>`public_pages.is_published and nominations.is_accepted`.as('isShown'),
        sql<boolean>`mail_opt_outs.email is not null`.as('hasOptedOut'),
      ])
      .where('updateRecipients.id', '=', id)
      .forUpdate('updateRecipients')
      .executeTakeFirst();
    // What is no mail about an update is sent in any case.
    if (!recipient || (recipient.isShown && !recipient.hasOptedOut)) return false;
    await sql`delete from pgboss.job where name = ${mailQueue} and id = ${id}`.execute(trx);
    if (recipient.hasOptedOut) {
      await trx.deleteFrom('updateRecipients').where('id', '=', id).execute();
    } else {
      await trx
        .updateTable('updateRecipients')
        // As another job: whoever still works on this one must not end that one.
        .set({ queuedAt: null, id: newId() })
        .where('id', '=', id)
        .execute();
    }
    return true;
  });
}

/** A mail is now another job of the queue; when it is one about an update, its reader goes with it. */
export async function followMail(trx: Trx, jobId: string, newJobId: string): Promise<void> {
  await trx.updateTable('updateRecipients').set({ id: newJobId }).where('id', '=', jobId).execute();
}
