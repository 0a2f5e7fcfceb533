import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { extensions } from '#server/platform/db/connect.ts';
import prepareDataDir from '#test/support/prepared-data-dir.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database that workers copy. */
    template: { kind: 'embedded'; dumpPath: string } | { kind: 'postgres'; name: string };
  }
}

/** Takes the database of the prepared data folder as one that fits into memory; workers get copies of it. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const removeDataDir = await prepareDataDir();
  const folder = await mkdtemp(join(tmpdir(), 'everycent-template-'));
  const dataDir = join(folder, 'database');
  await cp(join(process.env.PREPARED_DATA_DIR ?? '', 'database'), dataDir, { recursive: true });
  const pglite = await PGlite.create({ dataDir, extensions });
  const dump = await pglite.dumpDataDir('none');
  const dumpPath = join(folder, 'template.tar');
  await writeFile(dumpPath, Buffer.from(await dump.arrayBuffer()));
  await pglite.close();
  provide('template', { kind: 'embedded', dumpPath });
  return async () => {
    await rm(folder, { recursive: true });
    await removeDataDir();
  };
}
