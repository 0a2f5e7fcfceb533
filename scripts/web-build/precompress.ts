import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Compresses scripts and styles once at the highest level, instead of quickly at each request. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      await compressFiles(globSync(`${dir}/assets/*.{js,css}`));
    },
  };
}

/** Writes each file once more in each of the encodings, with their ending added to its name. */
export async function compressFiles(files: string[]): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      for (const [ending, compress] of Object.entries(compressors)) {
        await writeFile(`${file}.${ending}`, await compress(content));
      }
    }),
  );
}
