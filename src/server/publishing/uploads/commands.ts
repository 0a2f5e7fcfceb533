import type { Readable } from 'node:stream';
import type { PgBoss } from 'pg-boss';
import type { FileId, NominationId } from '#contract/ids.ts';
import { maxFilesPerNomination } from '#contract/publishing/file-limits.ts';
import type { File, FileKind, StoredFileKind } from '#contract/publishing/files.ts';
import { maxChunkBytes } from '#contract/publishing/uploads.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { howMany } from '#server/platform/db/count-rows.ts';
import { isDatabaseAway } from '#server/platform/db/database-errors.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { type FileStorage, readStored, type StoredFile } from '#server/platform/storage/storage.ts';
import { enqueueProcessing } from '#server/publishing/files/jobs.ts';
import { bytesInUse, getFile } from '#server/publishing/files/queries.ts';
import { detectMediaType, headBytes } from '#server/publishing/uploads/detect-type.ts';
import { assertSize } from '#server/publishing/uploads/policy.ts';

interface FileInput {
  nominationId: NominationId;
  kind: FileKind;
  bytes: number;
  stillOf?: FileId | undefined;
  originalName?: string | undefined;
}

/** Starts an upload. 409 if the nomination has the maximum number of files, 507 if there is no space for it. */
export async function createFile(
  db: Db,
  actor: TeamMember,
  { nominationId, kind, bytes, stillOf, originalName }: FileInput,
  quotaBytes: number,
): Promise<File> {
  demandRight(actor, 'files.write');
  assertSize(kind, bytes);
  const id = newId<FileId>();
  await db.transaction().execute(async (trx) => {
    // Locked, so that two concurrent uploads count each other.
    await trx
      .selectFrom('nominations')
      .select('id')
      .where('id', '=', nominationId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('nomination'));
    if (stillOf !== undefined) await makeWayForStill(trx, { nominationId, kind, stillOf });
    await assertFewEnough(trx, nominationId);
    await assertSpace(trx, bytes, quotaBytes);
    await trx
      .insertInto('files')
      .values({
        id,
        nominationId,
        kind,
        bytes,
        stillOf: stillOf ?? null,
        originalName: originalName || null,
        createdBy: actor.id,
      })
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'file.added',
      subjectId: id,
      // Without its name, which must go with the file.
      after: { nominationId, kind, bytes },
    });
  });
  return getFile(db, id);
}

async function assertFewEnough(trx: Trx, nominationId: NominationId) {
  const count = await howMany(
    trx
      .selectFrom('files')
      .where('nominationId', '=', nominationId)
      .where('state', '<>', 'failed')
      .where('kind', '<>', 'paper'),
  );
  if (count >= maxFilesPerNomination) {
    throw new AppError(
      'too_many_files',
      `This nomination has ${count} files, which is the limit. Please delete one that is not needed.`,
    );
  }
}

/** Throws 507 unless there is space for a file of this size. */
export async function assertSpace(trx: Trx, bytes: number, quotaBytes: number): Promise<void> {
  if ((await bytesInUse(trx)) + bytes > quotaBytes) {
    throw new AppError(
      'storage_full',
      'There is no space left for this file. Delete files that are not needed, or raise FILES_QUOTA_GB.',
    );
  }
}

async function makeWayForStill(
  trx: Trx,
  { nominationId, kind, stillOf }: { nominationId: NominationId; kind: FileKind; stillOf: FileId },
): Promise<void> {
  const video = await trx
    .selectFrom('files')
    .select(['kind', 'nominationId'])
    .where('id', '=', stillOf)
    // Before its still: whoever deletes the video at this moment locks them in this order.
    .forKeyShare()
    .executeTakeFirstOrThrow(() => notFound('video'));
  if (kind !== 'photo' || video.kind !== 'video' || video.nominationId !== nominationId) {
    throw new AppError('invalid_input', 'A still picture is a photo and belongs to a video.', {
      stillOf: 'Must be a video of this nomination',
    });
  }
  await trx.deleteFrom('files').where('stillOf', '=', stillOf).execute();
}

/** What an upload has so far. */
type Upload = Pick<File, 'id' | 'state' | 'bytes' | 'uploadedBytes'> & { kind: StoredFileKind };

/** One upload: of a paper, or of another file. 404 for an unknown id, and for one of the other sort. */
function findUpload(db: Db, { id, isPaper }: { id: FileId; isPaper: boolean }): Promise<Upload> {
  return db
    .selectFrom('files')
    .select(['id', 'kind', 'state', 'bytes', 'uploadedBytes'])
    .where('id', '=', id)
    .where('kind', isPaper ? '=' : '<>', 'paper')
    .executeTakeFirstOrThrow(() => notFound('file'));
}

export interface Chunk {
  id: FileId;
  isPaper: boolean;
  /** The position in the file at which the content begins. */
  offset: number;
  /** The length of the content in bytes. */
  length: number;
  content: Readable;
}

/**
 * Receives the next bytes of an upload. The first ones decide the type of the file, which is deleted with 415 if
 * it is not supported. The last ones start its processing. 409 if the upload continues at a different position.
 * `admit` refuses a sender who has been signed out while the bytes arrived.
 */
export async function appendContent(
  db: Db,
  storage: FileStorage,
  boss: PgBoss,
  { id, isPaper, offset, length, content }: Chunk,
  admit: () => Promise<unknown>,
): Promise<void> {
  const file = await findUpload(db, { id, isPaper });
  if (file.state !== 'uploading' || file.uploadedBytes !== offset) throw wrongOffset(file);
  if (length > maxChunkBytes || offset + length > file.bytes) {
    throw new AppError('payload_too_large', 'This is more than the rest of the file.');
  }
  if (offset === 0 && length < Math.min(headBytes, file.bytes)) {
    const message = `The first part must have at least ${headBytes} bytes, or the whole file.`;
    throw new AppError('invalid_input', message);
  }
  const stored = await storage.put(content, length);
  try {
    await admit();
    const mediaType = offset === 0 ? await recognize(storage, stored, file) : null;
    await db.transaction().execute((trx) => addChunk(trx, boss, file, stored, mediaType));
  } catch (error) {
    // What may be part of the file although the database did not say so stays; the sweep removes what is left over.
    if (!isDatabaseAway(error)) await storage.remove(stored.key).catch(() => {});
    if (offset === 0 && isAboutContent(error)) {
      await db.deleteFrom('files').where('id', '=', id).where('uploadedBytes', '=', 0).execute();
    }
    throw error;
  }
}

/** Whether no other first bytes could make the file one that we accept. */
function isAboutContent(error: unknown): boolean {
  const codes = ['unsupported_media_type', 'payload_too_large'];
  return error instanceof AppError && codes.includes(error.code);
}

async function recognize(storage: FileStorage, { key, bytes }: StoredFile, file: Upload) {
  const end = Math.min(headBytes, bytes) - 1;
  const head = await readStored(storage, key, { start: 0, end });
  const mediaType = await detectMediaType(head, file.kind);
  assertSize(file.kind, file.bytes, mediaType);
  return mediaType;
}

async function addChunk(
  trx: Trx,
  boss: PgBoss,
  { id, kind, bytes, uploadedBytes }: Upload,
  stored: StoredFile,
  mediaType: string | null,
): Promise<void> {
  const isComplete = uploadedBytes + stored.bytes === bytes;
  const changed = await trx
    .updateTable('files')
    .set((row) => ({
      uploadedBytes: uploadedBytes + stored.bytes,
      ...(mediaType !== null && { mediaType }),
      ...(isComplete && { state: 'processing' as const, revision: row('revision', '+', 1) }),
    }))
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    // The same bytes sent twice at once count once.
    .where('uploadedBytes', '=', uploadedBytes)
    .returning('revision')
    .executeTakeFirst();
  if (!changed) throw wrongOffset(await findUpload(trx, { id, isPaper: kind === 'paper' }));
  await trx
    .insertInto('fileChunks')
    .values({ fileId: id, startByte: uploadedBytes, bytes: stored.bytes, key: stored.key })
    .execute();
  if (isComplete) await enqueueProcessing(trx, { id, revision: changed.revision }, boss);
}

function wrongOffset({ uploadedBytes, bytes }: Upload): AppError {
  return new AppError(
    'wrong_offset',
    `We have ${uploadedBytes} of the ${bytes} bytes of this file. Continue from there.`,
  );
}
