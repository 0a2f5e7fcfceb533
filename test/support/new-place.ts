import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '#server/platform/config.ts';
import { onPostgres, postgresDatabaseUrl } from '#test/support/postgres.ts';

/** An empty data folder and, on PostgreSQL, an empty database, deleted at the end of the test. */
export interface NewPlace extends AsyncDisposable {
  env: Record<string, string>;
  config: Config;
}

/** Creates one for a server of its own. */
export async function aNewPlace(kind: 'embedded' | 'postgres'): Promise<NewPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everycent-place-'));
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
