import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { type Connection, connectPostgres } from '#server/platform/db/connect.ts';
import { type Migration, migrate, readMigrations } from '#server/platform/db/migrate.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { describeSchema, snapshotFile } from '#test/support/describe-schema.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aNewPlace } from '#test/support/new-place.ts';

const { kind } = inject('template');

/** A migrated database for one test. */
async function withDatabase(work: (connection: Connection) => Promise<void>): Promise<void> {
  const connection = await openTestDatabase();
  try {
    await work(connection);
  } finally {
    await connection.close();
  }
}

const extra = (name: string, text: string): Migration => ({ name, sql: text, sha256: name });

test('the schema matches the snapshot, on both databases', async () => {
  // A released migration is never edited. After adding a new one: npm run schema.
  await withDatabase(async ({ db }) => {
    expect(await describeSchema(db)).toBe(await readFile(snapshotFile, 'utf8'));
  });
});

describe('migrating', () => {
  test('is done once', () =>
    withDatabase(async (connection) => {
      expect(await migrate(connection)).toEqual([]);
    }));

  test('stops at a file that was edited after it was applied', () =>
    withDatabase(async (connection) => {
      const [first, ...rest] = await readMigrations();
      const edited = [{ ...(first as Migration), sha256: 'other' }, ...rest];
      const refusal = await migrate(connection, { migrations: edited }).then(() => '', String);
      recordFigures('O7', { 'files edited afterwards': 1, refused: Number(refusal !== '') });
      expect(refusal).toContain(
        'migrations/0001_initial.sql has been changed since it was applied to this database. Put the file back as it was; a change to the database is a new file.',
      );
    }));

  test('stops at a database that a newer version has used', () =>
    withDatabase(async (connection) => {
      const later = extra('9999_later.sql', 'create table later (id int)');
      await migrate(connection, { migrations: [...(await readMigrations()), later] });
      await expect(migrate(connection)).rejects.toThrow(
        'This database has been used with a newer version of this software (it knows 9999_later.sql).',
      );
    }));

  test('adopts a database from before checksums were recorded', () =>
    withDatabase(async (connection) => {
      await sql`alter table schema_migrations drop column sha256`.execute(connection.db);
      expect(await migrate(connection)).toEqual([]);
      const { rows } = await sql`select name from schema_migrations where sha256 is null`.execute(
        connection.db,
      );
      expect(rows).toEqual([]);
    }));

  test('makes a backup before it changes a database that has been in use, and changes nothing without one', () =>
    withDatabase(async (connection) => {
      const migrations = [
        ...(await readMigrations()),
        extra('9999_later.sql', 'create table later (id int)'),
      ];
      const beforeChange = async () => {
        throw new Error('The disk is full.');
      };
      await expect(migrate(connection, { migrations, beforeChange })).rejects.toThrow(
        'The disk is full.',
      );
      const { rows } = await sql`select to_regclass('later') as later`.execute(connection.db);
      expect(rows).toEqual([{ later: null }]);
    }));

  test('applies everything or nothing, whatever goes wrong in the middle', () =>
    withDatabase(async (connection) => {
      const migrations = await readMigrations();
      const broken = [
        ...migrations,
        extra('9998_fine.sql', 'create table fine (id int); insert into fine values (1);'),
        extra('9999_broken.sql', 'create table broken (id int); insert into nowhere values (1);'),
      ];
      await expect(migrate(connection, { migrations: broken })).rejects.toThrow('nowhere');
      const fixed = [
        ...broken.slice(0, -1),
        extra('9999_broken.sql', 'create table broken (id int)'),
      ];
      expect(await migrate(connection, { migrations: fixed })).toEqual([
        '9998_fine.sql',
        '9999_broken.sql',
      ]);
    }));
});

// Two processes never share an embedded database: its folder is locked.
test.runIf(kind === 'postgres')(
  'of five processes that start at once on a new database, one migrates and the others wait for it',
  async () => {
    await using place = await aNewPlace('postgres');
    const { databaseUrl } = place.config;
    const connections = Array.from({ length: 5 }, () =>
      connectPostgres(databaseUrl ?? '', { maxConnections: 2 }),
    );
    const applied = await Promise.all(connections.map((connection) => migrate(connection)));
    const all = (await readMigrations()).map(({ name }) => name);
    const migrated = applied.filter((names) => names.length > 0);
    recordFigures('O7', { 'starts at once': applied.length, 'that migrated': migrated.length });
    expect(migrated).toEqual([all]);
    for (const connection of connections) await connection.close();
  },
);
