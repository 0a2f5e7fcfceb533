import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The PostgreSQL server that tests use if it is running. The role must be allowed to create databases. */
export const postgresUrl =
  process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/test';

/** How long a busy machine may take to let somebody in, in milliseconds. */
const patience = 60_000;

/** Runs statements on the server's own database, outside of any test. Waits while too many others are connected. */
export async function onPostgres(sql: string): Promise<Record<string, string>[]> {
  const giveUpAt = performance.now() + patience;
  for (;;) {
    try {
      return await runOnPostgres(sql, patience);
    } catch (error) {
      if (!isFull(error) || performance.now() > giveUpAt) throw error;
      await sleep(100);
    }
  }
}

async function runOnPostgres(
  sql: string,
  connectionTimeoutMillis: number,
): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: postgresUrl, connectionTimeoutMillis });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function isFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '53300';
}

/** The address of another database on the same server. */
export function postgresDatabaseUrl(name: string): string {
  return Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href;
}

/** Why there is no server to test with; null if there is one. */
export async function postgresObstacle(): Promise<string | null> {
  return runOnPostgres('select 1', 2_000).then(
    () => null,
    (error) => (error instanceof Error && error.message) || String(error),
  );
}

/** Whether there is a server to test with. */
export async function hasPostgres(): Promise<boolean> {
  return (await postgresObstacle()) === null;
}
