import pg from 'pg';

/** The PostgreSQL server that tests use if it is running. The role must be allowed to create databases. */
export const postgresUrl =
  process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/test';

/** Runs statements on the server's own database, outside of any test. */
export async function onPostgres(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The address of another database on the same server. */
export function postgresDatabaseUrl(name: string): string {
  return Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href;
}

/** Whether there is a server to test with. */
export async function hasPostgres(): Promise<boolean> {
  return onPostgres('select 1').then(
    () => true,
    () => false,
  );
}
