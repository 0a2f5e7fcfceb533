import { buffer } from 'node:stream/consumers';
import { type ExpressionBuilder, sql } from 'kysely';
import type { DonationId, FileId, NominationId, UpdateId } from '#contract/ids.ts';
import { donationPageUrl } from '#contract/pages.ts';
import type { Mailing, Update, UpdatePreview } from '#contract/publishing/updates.ts';
import { leftoversSource } from '#server/ledger/release-money.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db, Schema } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import { jobsOf } from '#server/platform/jobs/job-table.ts';
import type { Message } from '#server/platform/mail/compose.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import { findFilesToShow, inOrder } from '#server/publishing/files/public-files.ts';
import { listFiles } from '#server/publishing/files/queries.ts';
import {
  type DonationShare,
  type UpdateNews,
  updateMail,
} from '#server/publishing/updates/emails.ts';
import { obstaclesTo } from '#server/publishing/updates/policy.ts';

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
  { nominationId, fileIds }: Pick<Update, 'nominationId' | 'fileIds'>,
): Promise<string[]> {
  const { isAccepted, isPublished } = await db
    .selectFrom('nominations')
    .leftJoin('publicPages', 'publicPages.nominationId', 'nominations.id')
    .select(['isAccepted', 'isPublished'])
    .where('nominations.id', '=', nominationId)
    .executeTakeFirstOrThrow();
  const files = await listFiles(db, nominationId);
  return obstaclesTo(
    {
      isAccepted,
      isPagePublished: isPublished ?? false,
      files: files.filter(({ id }) => fileIds.includes(id)),
    },
    new Date().toISOString().slice(0, 10),
  );
}

/**
 * Everyone involved with a need, once for each address: its donors, and its nominator unless one of the donors
 * has the same address. If it did not work out, donors whose money has already been released are told, too.
 */
export function audienceSql({ nominationId, kind }: Pick<Update, 'nominationId' | 'kind'>) {
  return sql<Addressee>`
    select distinct on (people.email) people.email, role, first_name,
      mail_opt_outs.email is not null as has_opted_out
    from (
      select lower(donations.email) as email, 'donor' as role, first_name, donations.created_at
      from allocations join donations on donations.id = allocations.donation_id
      where allocations.nomination_id = ${nominationId} and (allocations.amount_cents > 0
        or ${kind}::text = 'did_not_work_out' and exists (select from ledger_entries
          where allocation_id = allocations.id and source = ${leftoversSource}))
      union all
      select lower(email), 'nominator', first_name, created_at from nominations where id = ${nominationId}
    ) as people
    left join mail_opt_outs on mail_opt_outs.email = people.email
    order by people.email, role, people.created_at desc`;
}

/** The mail as one of its recipients would see it, without the secrets of its links. 404 for an unknown id. */
export async function previewUpdate(
  db: Db,
  config: Config,
  storage: FileStorage,
  id: UpdateId,
): Promise<UpdatePreview> {
  const update = await getUpdate(db, id);
  const { example, ...audience } = await getAudience(db, update);
  const { email = '', firstName = '' } = example ?? {};
  const shares = await sharesIn(db, update.nominationId, [email]);
  const news = await getNews(db, id);
  const mail = updateMail(
    config,
    { ...news, files: inOrder(await findFilesToShow(db, news.fileIds), news.fileIds) },
    {
      ...{ email, firstName, unsubscribeToken: '' },
      shares: (shares.get(email) ?? []).map((share) => ({
        ...share,
        url: donationPageUrl(config.publicUrl, ''),
      })),
    },
  );
  const { subject, text } = mail;
  const html = await withPicturesInside(mail, storage);
  return { subject, html, text, ...audience, obstacles: await findObstacles(db, update) };
}

async function withPicturesInside({ html, files = [] }: Message, storage: FileStorage) {
  let inside = html;
  for (const { key } of files.filter(({ isInline }) => isInline)) {
    const picture = await buffer(await storage.open(key));
    inside = inside.replace(`cid:${key}`, `data:image/jpeg;base64,${picture.toString('base64')}`);
  }
  return inside;
}

/** How many mails publishing would send, and one of the recipients: a donor, if there are any. */
async function getAudience(db: Db, update: Pick<Update, 'nominationId' | 'kind'>) {
  const { rows: audience } = await audienceSql(update).execute(db);
  const isDonor = ({ role }: Addressee) => role === 'donor';
  const invited = audience.filter(({ hasOptedOut }) => !hasOptedOut);
  return {
    donors: invited.filter(isDonor).length,
    nominator: invited.some(({ role }) => role === 'nominator'),
    optedOut: audience.length - invited.length,
    example: invited.find(isDonor) ?? audience.find(isDonor) ?? audience[0],
  };
}

/** The words and files of an update and the public name of its need. The caller knows which files may be shown. */
export async function getNews(
  db: Db,
  id: UpdateId,
): Promise<Omit<UpdateNews, 'files'> & { fileIds: FileId[] }> {
  const { nominationId, name, cause, ...words } = await db
    .selectFrom('updates')
    .innerJoin('nominations', 'nominations.id', 'updates.nominationId')
    .innerJoin('causes', 'causes.id', 'nominations.causeId')
    .leftJoin('publicPages', 'publicPages.nominationId', 'nominations.id')
    .select(['kind', 'title', 'text', 'updates.nominationId'])
    .select((row) => fileIdsOf(row).as('fileIds'))
    .select([sql<string>`coalesce(public_name, '')`.as('name'), 'causes.name as cause'])
    .where('updates.id', '=', id)
    .executeTakeFirstOrThrow();
  return { need: { id: nominationId, name, cause }, ...words };
}

/** What the donations of these donors did for a need: by address, oldest donation first. */
export async function sharesIn(
  db: Db,
  nominationId: NominationId,
  emails: string[],
): Promise<Map<string, (Omit<DonationShare, 'url'> & { donationId: DonationId })[]>> {
  // No donors, if the mail only goes to nominators.
  if (emails.length === 0) return new Map();
  const address = sql<string>`lower(donations.email)`;
  const released = sql<number>`coalesce((select sum(ledger_entries.amount_cents) from ledger_entries
    where ledger_entries.allocation_id = allocations.id and source = ${leftoversSource}), 0)`;
  const rows = await db
    .selectFrom('allocations')
    .innerJoin('donations', 'donations.id', 'allocations.donationId')
    .select([
      address.as('email'),
      'donations.id as donationId',
      'donations.amountCents as donationCents',
      'donations.createdAt as givenAt',
      sql<number>`sum(allocations.amount_cents)::bigint`.as('allocatedCents'),
      sql<number>`sum(allocations.spent_cents)::bigint`.as('spentCents'),
      sql<number>`sum(${released})::bigint`.as('releasedCents'),
    ])
    .where('allocations.nominationId', '=', nominationId)
    .where(address, 'in', emails)
    .groupBy('donations.id')
    // A mistake that was released in time was never a share.
    .having(sql<boolean>`sum(allocations.amount_cents) + sum(${released}) > 0`)
    .orderBy('donations.createdAt')
    .orderBy('donations.id')
    .execute();
  return Map.groupBy(rows, ({ email }) => email);
}

interface Addressee {
  email: string;
  role: 'donor' | 'nominator';
  firstName: string;
  hasOptedOut: boolean;
}
