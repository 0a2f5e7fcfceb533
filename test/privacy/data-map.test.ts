import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auditColumns, dataMap, otherTables } from '#server/privacy/data-map.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { recordFigures } from '#test/support/figures.ts';

/** Every column, as the database lists them, and whether it can hold a text. */
async function readColumns(): Promise<{ path: string; isText: boolean }[]> {
  const { db, close } = await openTestDatabase();
  const { rows } = await sql<{ path: string; isText: boolean }>`
    select format('%s.%s', relname, attname) as path, format_type(atttypid, null) in
        ('text', 'text[]', 'character varying', 'json', 'jsonb', 'bytea', 'tsvector', 'inet', 'xml') as is_text
    from pg_attribute
    join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = 'public'::regnamespace
    where attnum > 0 and not attisdropped and relname <> 'schema_migrations'
    order by 1`.execute(db);
  await close();
  return rows;
}

const classified = [
  ...Object.entries({ ...dataMap, audit_entries: { columns: auditColumns } }).flatMap(
    ([table, { columns }]) => Object.keys(columns).map((column) => `${table}.${column}`),
  ),
  ...Object.entries(otherTables).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  ),
];

test('every column that can hold a text says what an erasure does to it', async () => {
  const columns = (await readColumns()).filter(({ isText }) => isText).map(({ path }) => path);
  const without = columns.filter((path) => !classified.includes(path));
  recordFigures('P1', {
    'columns looked at': columns.length,
    'columns without a tag': without.length,
  });
  expect(without, 'These need a line in src/server/privacy/data-map.ts').toEqual([]);
});

test('the map has no column twice, and none that there is not', async () => {
  const columns = (await readColumns()).map(({ path }) => path);
  expect(classified.filter((path) => !columns.includes(path))).toEqual([]);
  expect(new Set(classified).size).toBe(classified.length);
});

test('whatever is personal belongs to somebody, and leaves only with its row', () => {
  for (const [table, { rows, addresses, rowsLeave, columns }] of Object.entries(dataMap)) {
    const isSomebodys = rows !== undefined || addresses !== undefined;
    for (const [column, { is }] of Object.entries(columns)) {
      const path = `${table}.${column}`;
      if (is === 'gone') expect(rowsLeave, path).toBe(true);
      if (is === 'replaced') expect([isSomebodys, rowsLeave], path).toEqual([true, undefined]);
    }
  }
});
