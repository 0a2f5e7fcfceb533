import { BadArchiveError, type Manifest } from '#server/operations/backup/archive.ts';
import { identifier } from '#server/operations/backup/tables.ts';
import type { ScriptRunner } from '#server/platform/db/connect.ts';
import { applyMigrations, type Migration } from '#server/platform/db/migrate.ts';
import { jobTable } from '#server/platform/jobs/job-table.ts';

/* Reads the rows of a backup into a database. */

// Small enough for the embedded database's memory, large enough to avoid a round trip for each row.
const bytesAtOnce = 1_000_000;

/** The migrations that the archive's database had. Throws BadArchiveError if one of them is unknown here. */
export function migrationsOf({ migrations }: Manifest, known: Migration[]): Migration[] {
  return migrations.map(({ name, sha256 }) => {
    const migration = known.find((candidate) => candidate.name === name);
    if (migration?.sha256 === sha256) return migration;
    throw new BadArchiveError(
      `A ${migration ? 'different' : 'newer'} version of this software made it (its database has seen migrations/${name}). Install that one first.`,
    );
  });
}

interface ForeignKey {
  name: string;
  table: string;
}

/**
 * Creates the tables as they were at the time of the backup, and prepares them for its rows. Returns the foreign keys
 * that {@link finishTables} makes immediate again.
 */
export async function prepareTables(
  script: ScriptRunner,
  { tables }: Manifest,
  migrations: Migration[],
): Promise<ForeignKey[]> {
  await applyMigrations(script, migrations);
  // Rows arrive in any order, and triggers did their work when the rows were first written.
  const immediate = await immediateForeignKeys(script);
  for (const { name, table } of immediate) {
    await script.run(
      `alter table ${table} alter constraint ${identifier(name)} deferrable initially deferred`,
    );
  }
  await script.run('set constraints all deferred');
  const names = Object.keys(tables).filter((name) => name !== jobTable);
  for (const name of names) await script.run(`alter table ${nameOf(name)} disable trigger user`);
  // What migrations inserted there is also in the backup.
  await script.run(`truncate ${names.map(nameOf).join(', ')} cascade`);
  return immediate;
}

/** Checks every reference and restores the tables' triggers and constraints. */
export async function finishTables(
  script: ScriptRunner,
  { tables, sequences }: Manifest,
  immediate: ForeignKey[],
): Promise<void> {
  await script.run('set constraints all immediate');
  for (const { name, table } of immediate) {
    await script.run(`alter table ${table} alter constraint ${identifier(name)} not deferrable`);
  }
  for (const name of Object.keys(tables)) {
    if (name !== jobTable) await script.run(`alter table ${nameOf(name)} enable trigger user`);
  }
  for (const [name, value] of Object.entries(sequences)) {
    await script.run('select setval($1::regclass, $2)', [nameOf(name), value]);
  }
}

/** Inserts the rows of one table. Throws BadArchiveError if their number does not match. */
export async function loadTable(
  script: ScriptRunner,
  name: string,
  content: AsyncIterable<Buffer>,
  expected: number | undefined,
): Promise<void> {
  if (expected === undefined) throw new BadArchiveError(`${name} is not a table of it.`);
  let insert: string | null = null;
  let batch: string[] = [];
  let bytes = 0;
  let count = 0;
  const flush = async () => {
    const [first] = batch;
    if (first === undefined) return;
    insert ??= await insertSql(script, name, Object.keys(JSON.parse(first)));
    await script.run(insert, [`[${batch.join(',')}]`]);
    count += batch.length;
    batch = [];
    bytes = 0;
  };
  for await (const line of linesOf(content)) {
    batch.push(line);
    bytes += line.length;
    if (bytes > bytesAtOnce) await flush();
  }
  await flush();
  if (count !== expected) {
    throw new BadArchiveError(`The table ${name} has ${count} rows in it instead of ${expected}.`);
  }
}

/** Not with `readline`, which also ends a line at characters that people's texts may contain. */
async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function insertSql(script: ScriptRunner, name: string, given: string[]): Promise<string> {
  const { rows } = await script.run(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [nameOf(name)],
  );
  const types = new Map(rows.map((row) => [String(row.name), String(row.type)]));
  // The job queue's table belongs to a library, whose next version may have different columns.
  const columns = name === jobTable ? given.filter((column) => types.has(column)) : given;
  const missing = columns.find((column) => !types.has(column));
  if (missing) throw new BadArchiveError(`The table ${name} has no column ${missing}.`);
  const list = columns.map(identifier).join(', ');
  const values = columns
    .map((column) => `line.${identifier(column)}::${types.get(column)}`)
    .join(', ');
  const texts = columns.map((column) => `${identifier(column)} text`).join(', ');
  return `insert into ${nameOf(name)} (${list}) overriding system value
    select ${values} from json_to_recordset($1::json) as line(${texts})`;
}

async function immediateForeignKeys(script: ScriptRunner): Promise<ForeignKey[]> {
  const { rows } = await script.run(
    `select conname as name, conrelid::regclass::text as table from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
       and not condeferrable`,
  );
  return rows.map(({ name, table }) => ({ name: String(name), table: String(table) }));
}

function nameOf(table: string): string {
  return table === jobTable ? jobTable : `public.${identifier(table)}`;
}
