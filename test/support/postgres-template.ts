import type { TestProject } from 'vitest/node';
import { connectPostgres } from '#server/platform/db/connect.ts';
import { onPostgres, postgresDatabaseUrl } from '#test/support/postgres.ts';
import { prepareDatabase } from '#test/support/prepare-database.ts';

/** Migrates a database on the PostgreSQL server once; workers get copies of it. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const name = `everycent_template_${process.pid}`;
  await onPostgres(`create database ${name}`);
  const connection = connectPostgres(postgresDatabaseUrl(name));
  await prepareDatabase(connection);
  await connection.close();
  provide('template', { kind: 'postgres', name });
  return async () => {
    // Workers keep theirs until they end.
    const copies = await onPostgres(
      `select datname from pg_database where datname like '${name}_%'`,
    );
    for (const { datname } of [...copies, { datname: name }]) {
      await onPostgres(`drop database ${datname} with (force)`);
    }
  };
}
