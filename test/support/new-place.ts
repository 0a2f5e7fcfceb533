import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '#server/platform/config.ts';
import { onPostgres, postgresDatabaseUrl } from '#test/support/postgres.ts';
import { aDataDir } from '#test/support/server-process.ts';

/** A data folder and, on PostgreSQL, an empty database, deleted at the end of the test. */
export interface NewPlace extends AsyncDisposable {
  env: Record<string, string>;
  config: Config;
}

/** An empty one, for a server that starts for the first time, or for a restore. */
export async function aNewPlace(kind: 'embedded' | 'postgres'): Promise<NewPlace> {
  return aPlace(kind, await mkdtemp(join(tmpdir(), 'everycent-place-')));
}

/** One with an embedded database that a server has created before, which takes it longer than all else. */
export async function aUsedPlace(): Promise<NewPlace> {
  return aPlace('embedded', await aDataDir());
}

async function aPlace(kind: 'embedded' | 'postgres', dataDir: string): Promise<NewPlace> {
  const name = `everycent_place_${randomBytes(6).toString('hex')}`;
  if (kind === 'postgres') await onPostgres(`create database ${name}`);
  const env = {
    DATA_DIR: dataDir,
    ...(kind === 'postgres' && { DATABASE_URL: postgresDatabaseUrl(name) }),
  };
  return {
    env,
    config: readConfig(env),
    async [Symbol.asyncDispose]() {
      if (kind === 'postgres') await onPostgres(`drop database ${name} with (force)`);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
