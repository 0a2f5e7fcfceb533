import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ExpenseId, FileId, NominationId } from '#contract/ids.ts';
import { fileCopyPath, markedCopyPath, publicFilePath } from '#contract/publishing/file-paths.ts';
import type { PublicPicture, PublicReceipt, PublicVideo } from '#contract/publishing/needs.ts';
import type { Db, Schema } from '#server/platform/db/schema.ts';
import { fileName } from '#server/publishing/files/file-name.ts';
import type { SentFile } from '#server/publishing/files/send-file.ts';

/* What the public may see of files, and until when. */

/** A file with its public copies, sorted from narrow to wide. */
export type PublicFile = Awaited<ReturnType<typeof findPublicFiles>>[number] & {
  /** Lets a nominee open a copy that is not public; only administrators can without it. */
  markOf?: (key: string) => string;
};

/** Those of these files that everyone may see at this moment. */
export async function findPublicFiles(db: Db, ids: FileId[]) {
  return ids.length === 0 ? [] : publicFiles(db).where('files.id', 'in', ids).execute();
}

/** What everyone may see of a nomination at this moment, oldest first. */
export function publicFilesOf(db: Db, nominationId: NominationId): Promise<PublicFile[]> {
  return publicFiles(db).where('files.nominationId', '=', nominationId).execute();
}

/** A receipt of a nomination, if everyone may see it at this moment. */
export async function findPublicReceipt(
  db: Db,
  nominationId: NominationId,
  id: FileId,
): Promise<PublicReceipt | null> {
  const file = await publicFiles(db)
    .where('files.id', '=', id)
    .where('files.nominationId', '=', nominationId)
    .where('files.kind', '=', 'receipt')
    .executeTakeFirst();
  return file ? toReceipt(file) : null;
}

/** What everyone could see of a nomination once its page is public: for administrators only. */
export function publishedFilesOf(db: Db, nominationId: NominationId): Promise<PublicFile[]> {
  return filesWithCopies(db)
    .where(isPublished)
    .where('files.nominationId', '=', nominationId)
    .execute();
}

/**
 * What everyone could see of a nomination if its nominee agrees: of a page that is public, what is published; of a draft,
 * all photos and videos of which there are copies. Their copies are opened with marks.
 */
export async function preparedFilesOf(
  db: Db,
  nominationId: NominationId,
  { isDraft, markOf }: { isDraft: boolean; markOf: (key: string) => string },
): Promise<PublicFile[]> {
  const files = await filesWithCopies(db)
    .where('files.nominationId', '=', nominationId)
    .where('shown.state', '=', 'ready')
    .where(
      isDraft
        ? sql<boolean>`(${isPublished} or shown.kind in ('photo', 'video') and ${hasConsent})`
        : isPublished,
    )
    .execute();
  return files.map((file) => ({ ...file, markOf }));
}

/** The published receipts of these expenses, by the expense's id. */
export async function publicReceipts(
  db: Db,
  expenseIds: ExpenseId[],
): Promise<Map<ExpenseId, PublicReceipt[]>> {
  if (expenseIds.length === 0) return new Map();
  const rows = await publicFiles(db)
    .innerJoin('expenseReceipts', 'expenseReceipts.fileId', 'files.id')
    .select('expenseReceipts.expenseId')
    .where('expenseReceipts.expenseId', 'in', expenseIds)
    .execute();
  const byExpense = Map.groupBy(rows, ({ expenseId }) => expenseId);
  return new Map([...byExpense].map(([id, files]) => [id, files.map(toReceipt)]));
}

/** The files of drafts and updates as they would be shown, published or not: for administrators only. */
export async function findFilesToShow(db: Db, ids: FileId[]): Promise<PublicFile[]> {
  return ids.length === 0 ? [] : filesWithCopies(db).where('shown.id', 'in', ids).execute();
}

/** Those of these copies that everyone may see at this moment, by their key. */
export async function publicCopies(db: Db, keys: string[]): Promise<Map<string, SentFile>> {
  return keys.length === 0 ? new Map() : findCopies(db, keys, isShown, true);
}

/** A copy by its key, if it may be opened with a mark from then: a nominee who has said no since must ask for another. */
export function markedCopies(db: Db, key: string, since: Date): Promise<Map<string, SentFile>> {
  const at = since.toISOString();
  const isTakenBack = sql<boolean>`exists (select from consents where nomination_id = shown.nomination_id
    and (not shows_photos and given_at > ${at} or withdrawn_at > ${at}
      or ends_at > ${at} and ends_at <= clock_timestamp()))`;
  return findCopies(db, [key], sql<boolean>`${hasConsent} and not ${isTakenBack}`, false);
}

async function findCopies(
  db: Db,
  keys: string[],
  condition: RawBuilder<boolean>,
  isPublic: boolean,
): Promise<Map<string, SentFile>> {
  const rows = await db
    .selectFrom('fileCopies')
    .innerJoin('files', 'files.id', 'fileCopies.fileId')
    .innerJoin('files as shown', (join) => join.on('shown.id', '=', shownId))
    .select([
      'fileCopies.key',
      'fileCopies.mediaType',
      'fileCopies.bytes',
      'fileCopies.sha256',
      'files.kind',
    ])
    .where('fileCopies.key', 'in', keys)
    .where('fileCopies.role', '=', 'public')
    .where(condition)
    .execute();
  return new Map(
    rows.map(({ kind, ...copy }) => [
      copy.key,
      { ...copy, name: fileName(kind, copy.sha256, copy.mediaType), isPublic },
    ]),
  );
}

// A still picture is shown while its video is.
const shownId = sql<FileId>`coalesce(files.still_of, files.id)`;

/** With a valid consent if one is required. */
const hasConsent = sql<boolean>`shown.consent_withdrawn_at is null
  and coalesce(shown.consent_until >= current_date, true)`;

/** Published, and with a valid consent. */
const isPublished = sql<boolean>`shown.is_published and ${hasConsent}`;

/**
 * The one rule of which files are public: published, with consent, and on a public page. Whatever ends one of these
 * hides the file everywhere at that moment.
 */
const isShown = sql<boolean>`${isPublished} and exists (
  select from public_pages where nomination_id = shown.nomination_id and public_pages.is_visible
    -- Receipts prove the spending; their names are blacked out.
    and (shown.kind = 'receipt' or public_pages.shows_photos))`;

function publicFiles(db: Db) {
  return filesWithCopies(db, sql`true`).where(isShown);
}

function filesWithCopies(db: Db, isPublic = isShown) {
  return db
    .selectFrom('files')
    .innerJoin('files as shown', (join) => join.on('shown.id', '=', shownId))
    .select((file) => [
      'files.id',
      isPublic.as('isPublic'),
      'files.kind',
      'files.stillOf',
      'files.caption',
      'files.alternativeText',
      'files.sha256',
      jsonArrayFrom(copiesOf(file)).as('copies'),
    ])
    .orderBy('files.createdAt')
    .orderBy('files.id');
}

function copiesOf(file: ExpressionBuilder<Schema, 'files'>) {
  return file
    .selectFrom('fileCopies')
    .select([
      'fileCopies.key',
      // One word, because names inside JSON are returned as the database writes them.
      'fileCopies.mediaType as type',
      'fileCopies.page',
      'fileCopies.width',
      'fileCopies.height',
      'fileCopies.bytes',
      'fileCopies.sha256',
    ])
    .whereRef('fileCopies.fileId', '=', 'files.id')
    .where('fileCopies.role', '=', 'public')
    .orderBy('fileCopies.page')
    .orderBy('fileCopies.width');
}

/** Files in the order of these ids, each followed by its still picture; other files are left out. */
export function inOrder(files: PublicFile[], ids: FileId[]): PublicFile[] {
  return ids.flatMap((id) => files.filter((file) => id === (file.stillOf ?? file.id)));
}

/** Sorts files by how a page shows them. Still pictures are part of their video. */
export function toProof(files: PublicFile[]): {
  receipts: PublicReceipt[];
  photos: PublicPicture[];
  videos: PublicVideo[];
} {
  const those = (kind: PublicFile['kind']) =>
    files.filter((file) => file.kind === kind && file.stillOf === null);
  return {
    receipts: those('receipt').map(toReceipt),
    photos: those('photo').map(toPicture),
    videos: those('video').flatMap((video) =>
      toVideo(
        video,
        files.find(({ stillOf }) => stillOf === video.id),
      ),
    ),
  };
}

/** A picture in every width. */
export function toPicture(file: PublicFile): PublicPicture {
  const { alternativeText, caption, copies } = file;
  return {
    alternativeText,
    caption,
    sources: copies.flatMap(({ key, type, width, height }) =>
      width === null || height === null
        ? []
        : [{ url: copyPath(file, key), mediaType: type, width, height }],
    ),
  };
}

/** Until everyone may see a file, only administrators and whoever has a mark can open its copies. */
function copyPath({ id, isPublic, markOf }: PublicFile, key: string): string {
  if (isPublic) return publicFilePath(key);
  return markOf ? markedCopyPath(key, markOf(key)) : fileCopyPath(id, key);
}

function toReceipt(file: PublicFile): PublicReceipt {
  const { id, caption, alternativeText, sha256, copies } = file;
  return {
    id,
    caption,
    alternativeText,
    originalSha256: sha256 ?? '',
    copies: copies.map((copy) => ({
      url: copyPath(file, copy.key),
      mediaType: copy.type,
      page: copy.page,
      width: copy.width,
      height: copy.height,
      sha256: copy.sha256,
    })),
  };
}

function toVideo(video: PublicFile, still: PublicFile | undefined): PublicVideo[] {
  const [copy] = video.copies;
  if (!copy) return [];
  const { caption, alternativeText } = video;
  return [
    {
      url: copyPath(video, copy.key),
      mediaType: copy.type,
      caption,
      alternativeText,
      still: still ? toPicture(still) : null,
    },
  ];
}
