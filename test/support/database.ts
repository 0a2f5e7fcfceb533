import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import {
  type Connection,
  connectPostgres,
  embeddedConnection,
  extensions,
} from '#server/platform/db/connect.ts';
import { refuseInsideTransactions } from '#test/support/outer-handle.ts';
import { onPostgres, postgresDatabaseUrl } from '#test/support/postgres.ts';

/** A migrated database for the test file, embedded or on PostgreSQL, whichever the test run uses. */
export async function openTestDatabase(): Promise<Connection> {
  const connection = await openTemplate();
  refuseInsideTransactions(connection.db);
  return connection;
}

async function openTemplate(): Promise<Connection> {
  const template = inject('template');
  if (template.kind === 'embedded') {
    const loadDataDir = new Blob([await readFile(template.dumpPath)]);
    return embeddedConnection(await PGlite.create({ extensions, loadDataDir }));
  }
  const name = `${template.name}_${randomBytes(6).toString('hex')}`;
  await onPostgres(`create database ${name} template ${template.name}`);
  // A test that sends much at once is no slower server: on a busy machine it waits its turn.
  const turns = { patience: 100_000, statementTimeout: 100_000 };
  const connection = connectPostgres(postgresDatabaseUrl(name), turns);
  return {
    ...connection,
    async close() {
      await connection.close();
      await onPostgres(`drop database ${name} with (force)`);
    },
  };
}
