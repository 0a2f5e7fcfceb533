import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Writable } from 'node:stream';
import {
  type Manifest,
  type NewPart,
  readArchive,
  writeArchive,
} from '#server/operations/backup/archive.ts';
import type { ArchiveKeys, ReadingKey } from '#server/operations/backup/backup-key.ts';
import { dumpDatabase } from '#server/operations/backup/dump-database.ts';
import type { Connection } from '#server/platform/db/connect.ts';

/* What a backup contains. */

/** Writes a backup of the database and of the uploaded files, while the site runs. Returns what reads it back. */
export async function writeBackup(
  { db, kind }: Pick<Connection, 'db' | 'kind'>,
  dataDir: string,
  output: Writable,
  keys: ArchiveKeys,
): Promise<ReadingKey> {
  await removeLeftovers(dataDir, /^backup-\w{6}$/);
  // In the data folder, which is as private as what is written there.
  const folder = await mkdtemp(join(dataDir, 'backup-'));
  try {
    const dump = await dumpDatabase(db, folder);
    // The database first: a file is stored before its row, so the file of every row is in the archive.
    await writeArchive(
      output,
      partsOf(folder, join(dataDir, 'files')),
      { createdAt: new Date().toISOString(), database: kind, ...dump },
      keys,
    );
    return keys.check;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Moves an archive into a folder under its final name once it has been read back and verified. Returns where it
 * is and what it contains.
 */
export async function storeArchive(
  folder: string,
  kind: 'daily' | 'manual' | 'before-upgrade',
  write: (output: Writable) => Promise<ReadingKey>,
): Promise<{ path: string; bytes: number; manifest: Manifest }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder, /^everycent-.*\.age\.part$/);
  const moment = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const path = join(folder, `everycent-${kind}-${moment}.tar.gz.age`);
  const unfinished = `${path}.part`;
  const output = createWriteStream(unfinished, { mode: 0o600 });
  try {
    const manifest = await readArchive(unfinished, [await write(output)]);
    const handle = await open(unfinished);
    await handle.sync();
    await handle.close();
    await rename(unfinished, path);
    return { path, bytes: (await stat(path)).size, manifest };
  } catch (error) {
    output.destroy();
    if (!output.closed) await once(output, 'close');
    await rm(unfinished, { force: true });
    throw error;
  }
}

// No backup takes that long.
const leftoverHours = 24;

/** Removes what backups that were killed have left: the tables as plain text, and half an archive. */
async function removeLeftovers(folder: string, pattern: RegExp): Promise<void> {
  const oldest = Date.now() - leftoverHours * 3_600_000;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!pattern.test(name)) continue;
    // Another process may have removed it.
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < oldest) await rm(path, { recursive: true, force: true });
  }
}

async function* partsOf(dumpFolder: string, filesFolder: string): AsyncGenerator<NewPart> {
  for (const name of (await readdir(dumpFolder)).sort()) {
    yield* partOf(`database/${name}`, join(dumpFolder, name));
  }
  const entries = await readdir(filesFolder, { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    yield* partOf(`files/${relative(filesFolder, path).replaceAll(sep, '/')}`, path);
  }
}

async function* partOf(name: string, path: string): AsyncGenerator<NewPart> {
  const handle = await open(path).catch((error) => {
    // An upload that was discarded between listing and reading.
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!handle) return;
  const { size: bytes } = await handle.stat();
  // An upload that is still growing is saved at its current length.
  const content = createReadStream(path, { fd: handle, ...(bytes > 0 && { end: bytes - 1 }) });
  yield { name, bytes, content };
  content.destroy();
}
