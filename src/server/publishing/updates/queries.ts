import { type ExpressionBuilder, sql } from 'kysely';
import type { FileId, NominationId, UpdateId } from '#contract/ids.ts';
import { donationPageUrl } from '#contract/pages.ts';
import type { Mailing, Update, UpdatePreview } from '#contract/publishing/updates.ts';
import { leftoversSource } from '#server/ledger/release-money.ts';
import type { Db, Schema } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { jobsOf } from '#server/platform/jobs/job-table.ts';
import type { Message } from '#server/platform/mail/compose.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import { type FileStorage, readStored } from '#server/platform/storage/storage.ts';
import { findFilesToShow, inOrder } from '#server/publishing/files/public-files.ts';
import { listFiles } from '#server/publishing/files/queries.ts';
import { type UpdateNews, updateMail } from '#server/publishing/updates/emails.ts';
import { obstaclesTo } from '#server/publishing/updates/policy.ts';
import {
  findNominator,
  getAudience,
  nominatorName,
  sharesIn,
} from '#server/publishing/updates/recipients.ts';

/** Every update of a nomination, newest first. 404 for an unknown nomination. */
export async function listUpdates(db: Db, nominationId: NominationId): Promise<Update[]> {
  await db
    .selectFrom('nominations')
    .select('id')
    .where('id', '=', nominationId)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  return updates(db)
    .where('nominationId', '=', nominationId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** One update with the progress of its mails. 404 for an unknown id. */
export function getUpdate(db: Db, id: UpdateId): Promise<Update> {
  return updates(db)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('update'));
}

/** The files of an update, in their order. */
export function fileIdsOf(row: ExpressionBuilder<Schema, 'updates'>) {
  return row
    .selectFrom('updateFiles')
    .select(sql<FileId[]>`coalesce(json_agg(file_id order by position), '[]')`.as('ids'))
    .whereRef('updateFiles.updateId', '=', 'updates.id')
    .$asScalar()
    .$notNull();
}

function updates(db: Db) {
  return db
    .selectFrom('updates')
    .select((row) => [
      'id',
      'nominationId',
      'createdAt',
      'kind',
      'title',
      'text',
      'publishedAt',
      fileIdsOf(row).as('fileIds'),
      mailingSql.as('mailing'),
    ]);
}

/**
 * The progress of the mails, by the state of each in the queue. One that the queue has already deleted was sent;
 * otherwise, it would be among the dead mails.
 */
const mailingSql = sql<Mailing | null>`case when published_at is not null then (
  select json_build_object(
    'total', count(*),
    'waiting', count(*) filter (where is_waiting),
    'sent', count(*) filter (where not is_waiting and not has_failed),
    'failed', count(*) filter (where has_failed))
  from (
    select dead_mails.id is not null or coalesce(job.has_failed, false) as has_failed,
      dead_mails.id is null
        and (update_recipients.queued_at is null or coalesce(job.is_waiting, false)) as is_waiting
    from update_recipients
    left join ${jobsOf(mailQueue)} as job on job.id = update_recipients.id
    left join dead_mails on dead_mails.job_id = update_recipients.id
    where update_recipients.update_id = updates.id
  ) as mails
) end`;

/** What must be done before an update can be published. */
export async function findObstacles(
  db: Db,
  { nominationId, kind, fileIds }: Pick<Update, 'nominationId' | 'kind' | 'fileIds'>,
): Promise<string[]> {
  const { isAccepted, isCompleted, isPublished } = await db
    .selectFrom('nominations')
    .leftJoin('publicPages', 'publicPages.nominationId', 'nominations.id')
    .select(['isAccepted', 'isCompleted', 'isPublished'])
    .where('nominations.id', '=', nominationId)
    .executeTakeFirstOrThrow();
  const files = await listFiles(db, nominationId);
  return obstaclesTo(
    {
      kind,
      isAccepted,
      isCompleted,
      isPagePublished: isPublished ?? false,
      files: files.filter(({ id }) => fileIds.includes(id)),
    },
    new Date().toISOString().slice(0, 10),
  );
}

/** The mail as one of its recipients would see it, without the secrets of its links. 404 for an unknown id. */
export async function previewUpdate(
  db: Db,
  { config, settings, storage }: Pick<Deps, 'config' | 'settings' | 'storage'>,
  id: UpdateId,
): Promise<UpdatePreview> {
  const update = await getUpdate(db, id);
  const { example, ...audience } = await getAudience(db, update);
  const { email = '' } = example ?? {};
  const isFollower = example?.role === 'follower';
  const nominator = await findNominator(db, update.nominationId);
  const shares = await sharesIn(db, update.nominationId, [email]);
  const news = await getNews(db, id);
  const mail = updateMail(
    config,
    settings.current().timeZone,
    { ...news, files: inOrder(await findFilesToShow(db, news.fileIds), news.fileIds) },
    {
      email,
      isFollower,
      nominatorName: isFollower ? null : nominatorName(nominator, email),
      unsubscribeToken: '',
      shares: (shares.get(email) ?? []).map((share) => ({
        ...share,
        url: donationPageUrl(config.publicUrl, ''),
      })),
    },
  );
  const { subject, text } = mail;
  const html = await withPicturesInside(mail, storage);
  const nominatorWaits = audience.nominator && nominator.isWaiting;
  const obstacles = await findObstacles(db, update);
  return { subject, html, text, ...audience, nominatorWaits, obstacles };
}

async function withPicturesInside({ html, files = [] }: Message, storage: FileStorage) {
  let inside = html;
  for (const { key } of files.filter(({ isInline }) => isInline)) {
    const picture = await readStored(storage, key);
    inside = inside.replace(`cid:${key}`, `data:image/jpeg;base64,${picture.toString('base64')}`);
  }
  return inside;
}

/** The words and files of an update and the public name of its need. The caller knows which files may be shown. */
export async function getNews(
  db: Db,
  id: UpdateId,
): Promise<Omit<UpdateNews, 'files'> & { fileIds: FileId[] }> {
  const { nominationId, name, cause, hasRest, ...words } = await db
    .selectFrom('updates')
    .innerJoin('nominations', 'nominations.id', 'updates.nominationId')
    .innerJoin('causes', 'causes.id', 'nominations.causeId')
    .leftJoin('publicPages', 'publicPages.nominationId', 'nominations.id')
    .select(['kind', 'title', 'text', 'updates.nominationId'])
    .select((row) => fileIdsOf(row).as('fileIds'))
    .select([sql<string>`coalesce(shown_name, '')`.as('name'), 'causes.name as cause'])
    .select(
      sql<boolean>`nominations.allocated_cents > nominations.spent_cents or exists (
        select from allocations join ledger_entries on allocation_id = allocations.id
        where allocations.nomination_id = nominations.id and source = ${leftoversSource})`.as(
        'hasRest',
      ),
    )
    .where('updates.id', '=', id)
    .executeTakeFirstOrThrow();
  // Only of the kind that speaks of it: a mail whose news has changed is written again.
  const speaksOfRest = words.kind === 'did_not_work_out';
  return { need: { id: nominationId, name, cause, hasRest: speaksOfRest && hasRest }, ...words };
}
