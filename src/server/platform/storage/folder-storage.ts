import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newToken } from '#server/platform/security/tokens.ts';
import {
  FileMissingError,
  type FileStorage,
  isOurKey,
  Meter,
  markName,
  StorageFullError,
  withOwnErrors,
} from '#server/platform/storage/storage.ts';

const unfinished = '.part';

/** Files in a folder of this machine. Written under another name, synced, then renamed: never half a file. */
export function createFolderStorage(folder: string): FileStorage {
  // Spread over at most 4096 folders, because some tools are slow with many files in one.
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key);
  const markPath = join(folder, markName);
  return withOwnErrors({
    description: `in the folder ${folder}`,

    async put(content, bytes) {
      const key = newToken();
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      try {
        const meter = new Meter(bytes);
        await writeDurably(content, meter, path + unfinished);
        await rename(path + unfinished, path);
        await syncFolder(dirname(path));
        return { key, bytes, sha256: meter.sha256 };
      } catch (error) {
        content.destroy();
        await rm(path + unfinished, { force: true });
        throw isFull(error) ? new StorageFullError('The disk is full', { cause: error }) : error;
      }
    },

    async open(key, range) {
      const handle = await open(pathOf(key)).catch((cause) => {
        throw cause.code === 'ENOENT' ? new FileMissingError(key, { cause }) : cause;
      });
      return handle.createReadStream({ ...range });
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async *list() {
      for (const name of await readdir(folder).catch(() => [])) {
        for (const key of await readdir(join(folder, name)).catch(() => [])) {
          if (!isOurKey(key.replace(/\.part$/, '')) || key.slice(0, 2) !== name) continue;
          const found = await stat(join(folder, name, key)).catch(() => null);
          // A file may have disappeared meanwhile. Partial files are listed, too, so that leftovers of a crash
          // are removed.
          if (found) yield { key, modifiedAt: found.mtime };
        }
      }
    },

    async has(key) {
      return (await stat(pathOf(key)).catch(nullIfMissing)) !== null;
    },

    async readMark() {
      return (await readFile(markPath, 'utf8').catch(nullIfMissing))?.trim() ?? null;
    },

    async writeMark(id) {
      await mkdir(folder, { recursive: true });
      const bytes = Buffer.from(`${id}\n`);
      await rm(markPath + unfinished, { force: true });
      await writeDurably(Readable.from([bytes]), new Meter(bytes.length), markPath + unfinished);
      await rename(markPath + unfinished, markPath);
      await syncFolder(folder);
    },
  });
}

async function writeDurably(content: Readable, meter: Meter, path: string): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await pipeline(content, meter, (metered) => handle.writeFile(metered));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// The new name must survive a power cut, too.
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function isFull(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|EFBIG)$/.test(String(error.code))
  );
}
