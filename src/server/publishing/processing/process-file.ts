import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileId } from '#contract/ids.ts';
import type { Redaction } from '#contract/publishing/files.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { FileStorage, StoredFile } from '#server/platform/storage/storage.ts';
import {
  type Output,
  RefusedContentError,
  type Result,
  runTask,
} from '#server/publishing/processing/processing.ts';

/* From an upload to its copies. */

/** The processing of a file; work for an outdated revision is not done. */
export interface Work {
  id: FileId;
  revision: number;
}

/**
 * Does the work that a file needs in its current state: creates its copies, or records why there are none. Doing
 * it twice does no harm.
 */
export async function processFile(
  db: Db,
  storage: FileStorage,
  workDir: string,
  work: Work,
): Promise<void> {
  const file = await db
    .selectFrom('files')
    .select(['id', 'kind', 'mediaType', 'originalKey', 'redactions', 'bytes'])
    .where('id', '=', work.id)
    .where('revision', '=', work.revision)
    .where('state', '=', 'processing')
    .executeTakeFirst();
  if (!file) return;
  const outDir = await mkdtemp(join(workDir, 'file-'));
  try {
    if (file.originalKey === null) await firstWork(db, storage, outDir, work, file);
    else await redact(db, storage, outDir, work, file);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** Joins the parts of an upload and creates the copies for its kind. */
async function firstWork(
  db: Db,
  storage: FileStorage,
  outDir: string,
  work: Work,
  file: { kind: string; mediaType: string | null; bytes: number },
): Promise<void> {
  const input = join(outDir, 'original');
  const chunks = await db
    .selectFrom('fileChunks')
    .select('key')
    .where('fileId', '=', work.id)
    .orderBy('startByte')
    .execute();
  await pipeline(Readable.from(joined(storage, chunks)), createWriteStream(input));
  const result = await attempt(() => runTask({ name: taskFor(file), input, outDir }));
  if ('refusal' in result) {
    await db.transaction().execute(async (trx) => {
      const done = await finish(trx, work, { state: 'failed', failure: result.refusal });
      if (done) await trx.deleteFrom('fileChunks').where('fileId', '=', work.id).execute();
    });
    return;
  }
  const original = await storage.put(createReadStream(input), file.bytes);
  const copies = await storeAll(storage, result.outputs);
  await db.transaction().execute(async (trx) => {
    const { width, height, durationSeconds, remark = '' } = result;
    const done = await finish(trx, work, {
      state: 'ready',
      failure: remark,
      originalKey: original.key,
      sha256: original.sha256,
      width,
      height,
      durationSeconds,
    });
    // Deleted or restarted in the meantime: nothing refers to what was stored, so it will be swept.
    if (!done) return;
    await trx.deleteFrom('fileChunks').where('fileId', '=', work.id).execute();
    await insertCopies(trx, work.id, copies);
  });
}

/** Creates the public copies of a receipt from the pictures of its pages. */
async function redact(
  db: Db,
  storage: FileStorage,
  outDir: string,
  work: Work,
  file: { mediaType: string | null; redactions: Redaction[] | null },
): Promise<void> {
  const stored = await db
    .selectFrom('fileCopies')
    .select(['key', 'page'])
    .where('fileId', '=', work.id)
    .where('role', '=', 'page')
    .orderBy('page')
    .execute();
  const pages: string[] = [];
  for (const { key, page } of stored) {
    const path = join(outDir, `source-${page}.jpg`);
    await pipeline(await storage.open(key), createWriteStream(path));
    pages.push(path);
  }
  const result = await attempt(() =>
    runTask({
      name: 'redact',
      pages,
      redactions: file.redactions ?? [],
      asPdf: file.mediaType === 'application/pdf',
      outDir,
    }),
  );
  const copies = 'refusal' in result ? [] : await storeAll(storage, result.outputs);
  await db.transaction().execute(async (trx) => {
    if ('refusal' in result) {
      // Undecided again: the original is still fine.
      const failure =
        'The public copy could not be created. Please black out the private areas again.';
      await finish(trx, work, { state: 'ready', failure, redactions: null, isPublished: false });
    } else if (await finish(trx, work, { state: 'ready' })) {
      await insertCopies(trx, work.id, copies);
    }
  });
}

const taskNames = {
  'application/pdf': 'receipt-pdf',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
} as const;

function taskFor({ kind, mediaType }: { kind: string; mediaType: string | null }) {
  const name = taskNames[mediaType as keyof typeof taskNames];
  return name ?? (['receipt', 'paper'].includes(kind) ? 'receipt-picture' : 'photo');
}

/** Records the outcome; false if this work is outdated. */
async function finish(
  trx: Trx,
  { id, revision }: Work,
  outcome: {
    state: 'ready' | 'failed';
    failure?: string;
    originalKey?: string;
    sha256?: string;
    width?: number | null;
    height?: number | null;
    durationSeconds?: number | null;
    redactions?: null;
    isPublished?: false;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('files')
    .set(outcome)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('state', '=', 'processing')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function attempt(run: () => Promise<Result>): Promise<Result | { refusal: string }> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RefusedContentError) return { refusal: error.message };
    throw error;
  }
}

async function* joined(storage: FileStorage, chunks: { key: string }[]) {
  for (const { key } of chunks) yield* await storage.open(key);
}

type StoredCopy = Omit<Output, 'path'> & StoredFile;

async function storeAll(storage: FileStorage, outputs: Output[]): Promise<StoredCopy[]> {
  const copies: StoredCopy[] = [];
  for (const { path, ...output } of outputs) {
    const { size } = await stat(path);
    copies.push({ ...output, ...(await storage.put(createReadStream(path), size)) });
  }
  return copies;
}

async function insertCopies(trx: Trx, fileId: FileId, copies: StoredCopy[]): Promise<void> {
  await trx
    .insertInto('fileCopies')
    .values(copies.map((copy) => ({ fileId, ...copy })))
    .execute();
}
