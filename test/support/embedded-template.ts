import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { embeddedConnection, extensions } from '#server/platform/db/connect.ts';
import { prepareDatabase } from '#test/support/prepare-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database that workers copy. */
    template: { kind: 'embedded'; dumpPath: string } | { kind: 'postgres'; name: string };
  }
}

/** Migrates an embedded database once; workers get copies of it. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'everycent-template-'));
  const pglite = await PGlite.create({ extensions });
  const connection = embeddedConnection(pglite);
  await prepareDatabase(connection);
  const dump = await pglite.dumpDataDir('none');
  const dumpPath = join(folder, 'template.tar');
  await writeFile(dumpPath, Buffer.from(await dump.arrayBuffer()));
  await connection.close();
  provide('template', { kind: 'embedded', dumpPath });
  return () => rm(folder, { recursive: true });
}
