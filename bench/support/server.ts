import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#server/platform/config.ts';
import { type RunningServer, startServer, type WebServing } from '#server/start.ts';
import { hasPostgres, onPostgres, postgresDatabaseUrl } from '#test/support/postgres.ts';
import { cleanUpLater } from './clean-up.ts';
import { say } from './report.ts';

export type DatabaseKind = 'embedded' | 'postgres';

/** The databases that this machine can measure. */
export async function databaseKinds(): Promise<DatabaseKind[]> {
  if (await hasPostgres()) return ['embedded', 'postgres'];
  say(
    'There is no PostgreSQL server at TEST_DATABASE_URL or 127.0.0.1:5432: only the embedded database is measured.',
  );
  return ['embedded'];
}

/** The administrator who signs in. */
export const administrator = { email: 'bench@example.org', password: 'Measured-in-cents-1' };

/** The settings of a server with a new database, which is deleted when the scenario ends. */
export async function newEnvironment(kind: DatabaseKind): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everycent-bench-'));
  cleanUpLater(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const environment = {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'error',
    // Calls come from as many addresses as there are donors, so that the limits on forms do not apply.
    TRUST_PROXY: '127.0.0.1',
  };
  if (kind === 'embedded') return environment;
  const name = `everycent_bench_${randomBytes(6).toString('hex')}`;
  await onPostgres(`create database ${name}`);
  cleanUpLater(() => onPostgres(`drop database if exists ${name} with (force)`));
  return { ...environment, DATABASE_URL: postgresDatabaseUrl(name) };
}

/** A server in this process, so that commands can be measured besides calls. */
export interface BenchServer extends RunningServer {
  url: string;
}

/** Starts one on a new database, with some settings of its own. By default, it serves only the API. */
export async function openServer(
  kind: DatabaseKind,
  web: WebServing = async () => {},
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const config = readConfig({ ...(await newEnvironment(kind)), ...settings });
  const server = await startServer(config, pino({ level: 'error' }), web);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  cleanUpLater(close);
  return { ...server, close, url: config.publicUrl };
}

/** A port that is free at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
