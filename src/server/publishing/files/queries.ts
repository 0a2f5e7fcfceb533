import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { FileId, NominationId } from '#contract/ids.ts';
import type { File, FileCopy, FileKind } from '#contract/publishing/files.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import { fileName } from '#server/publishing/files/file-name.ts';
import { markedCopies, publicCopies } from '#server/publishing/files/public-files.ts';
import type { SentFile } from '#server/publishing/files/send-file.ts';

/** One file with its copies. 404 for an unknown id. */
export function getFile(db: Db, id: FileId): Promise<File> {
  return files(db)
    .where('files.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('file'));
}

/** The files of a nomination, oldest first. 404 for an unknown nomination. */
export async function listFiles(db: Db, nominationId: NominationId): Promise<File[]> {
  await db
    .selectFrom('nominations')
    .select('id')
    .where('id', '=', nominationId)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  return files(db)
    .where('files.nominationId', '=', nominationId)
    .orderBy('files.createdAt')
    .orderBy('files.id')
    .execute();
}

/** Which files a person may open: those for the public, or papers. */
type Shelf = 'files' | 'papers';
const shelfSql = (shelf: Shelf) =>
  shelf === 'papers' ? sql<boolean>`files.kind = 'paper'` : sql<boolean>`files.kind <> 'paper'`;

/** The original of a file, for an administrator. 404 if there is none yet. */
export async function findOriginal(db: Db, shelf: Shelf, id: FileId): Promise<SentFile> {
  const { originalKey, sha256, mediaType, kind, bytes } = await db
    .selectFrom('files')
    .select(['originalKey', 'sha256', 'mediaType', 'kind', 'bytes'])
    .where('id', '=', id)
    .where(shelfSql(shelf))
    .executeTakeFirstOrThrow(() => notFound('file'));
  if (originalKey === null || sha256 === null || mediaType === null) throw notFound('file');
  const name = fileName(kind, sha256, mediaType);
  return { key: originalKey, sha256, mediaType, bytes, name, isPublic: false };
}

/** A copy of a file, published or not, for an administrator. */
export async function findCopy(
  db: Db,
  shelf: Shelf,
  fileId: FileId,
  key: string,
): Promise<SentFile> {
  const { kind, ...copy } = await db
    .selectFrom('fileCopies')
    .innerJoin('files', 'files.id', 'fileCopies.fileId')
    .select([
      'fileCopies.key',
      'fileCopies.mediaType',
      'fileCopies.bytes',
      'fileCopies.sha256',
      'files.kind',
    ])
    .where('fileCopies.key', '=', key)
    .where('fileCopies.fileId', '=', fileId)
    .where(shelfSql(shelf))
    .executeTakeFirstOrThrow(() => notFound('file'));
  return { ...copy, name: fileName(kind, copy.sha256, copy.mediaType), isPublic: false };
}

/**
 * A copy of a photo, a video, or a receipt without private parts, for whoever has a mark of it since then. 404 once whoever
 * is shown has taken the consent back, as that counts at once, and so does the end of one.
 */
export async function findMarkedCopy(db: Db, key: string, since: Date): Promise<SentFile> {
  const copy = (await markedCopies(db, key, since)).get(key);
  if (!copy) throw notFound('file');
  return copy;
}

/** A copy that everyone may see at this moment. 404 for every other key, whether it exists or not. */
export async function findPublicCopy(db: Db, key: string): Promise<SentFile> {
  const copy = (await publicCopies(db, [key])).get(key);
  if (!copy) throw notFound('file');
  return copy;
}

/** How many bytes all files use, including those of unfinished uploads. */
export async function bytesInUse(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (coalesce((select sum(bytes) from files), 0)
      + coalesce((select sum(bytes) from file_copies), 0))::bigint as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Papers are no files of this API: what a nominator sent is for those who may read nominations. */
function files(db: Db) {
  return db
    .selectFrom('files')
    .where('files.kind', '<>', 'paper')
    .select((row) => [
      'files.id',
      'files.nominationId',
      'files.kind',
      'files.stillOf',
      'files.originalName',
      'files.state',
      'files.failure',
      'files.mediaType',
      'files.bytes',
      'files.uploadedBytes',
      'files.sha256',
      'files.width',
      'files.height',
      'files.durationSeconds',
      'files.caption',
      'files.alternativeText',
      'files.consentBy',
      'files.consentScope',
      'files.consentUntil',
      'files.consentWithdrawnAt',
      'files.redactions',
      'files.isPublished',
      'files.createdAt',
      row
        .selectFrom('fileCopies')
        .select((copy) => [
          sql<FileCopy[]>`coalesce(json_agg(${jsonBuildObject({
            key: copy.ref('fileCopies.key'),
            role: copy.ref('fileCopies.role'),
            page: copy.ref('fileCopies.page'),
            mediaType: copy.ref('fileCopies.mediaType'),
            width: copy.ref('fileCopies.width'),
            height: copy.ref('fileCopies.height'),
            bytes: copy.ref('fileCopies.bytes'),
            sha256: copy.ref('fileCopies.sha256'),
          })} order by role, page, width, media_type), '[]')`.as('copies'),
        ])
        .whereRef('fileCopies.fileId', '=', 'files.id')
        .$asScalar()
        .$notNull()
        .as('copies'),
    ])
    .$narrowType<{ kind: FileKind }>();
}
