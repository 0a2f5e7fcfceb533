import { sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';

/** A row that was inserted, changed, or deleted, in its last form; without one, the whole table was emptied. */
export interface Write {
  name: string;
  action: string;
  row: Record<string, unknown> | null;
}

export interface WriteWatch {
  /** The tables that are watched. */
  tables: string[];
  /** What was written and committed since it was last asked. */
  take(): Promise<Write[]>;
  stop(): Promise<void>;
}

/**
 * Notes every row that is written, except in some tables, and except changes of some columns alone. Triggers see what
 * every connection commits, and cost nothing while nothing is written. Of jobs, it notes the mails that are added.
 */
export async function watchWrites(
  db: Db,
  { except = [], columns = [] }: { except?: string[]; columns?: string[] } = {},
): Promise<WriteWatch> {
  const ignored = sql`${sql.lit(`{${columns}}`)}::text[]`;
  await sql`create schema watched`.execute(db);
  await sql`create table watched.writes (
    id bigint generated always as identity, name text, action text, "row" jsonb)`.execute(db);
  await sql`create function watched.note() returns trigger language plpgsql as $note$
    begin
      if tg_op <> 'UPDATE' or to_jsonb(old) - ${ignored} <> to_jsonb(new) - ${ignored} then
        insert into watched.writes (name, action, "row") values (
          tg_table_name, lower(tg_op), case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end);
      end if;
      return null;
    end $note$`.execute(db);
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' order by 1`.execute(db);
  const tables = rows.map(({ name }) => name).filter((name) => !except.includes(name));
  const triggers = tables.map(
    (name) => `
      create trigger watched after insert or update or delete on public."${name}"
        for each row execute function watched.note();
      create trigger watched_emptying after truncate on public."${name}"
        execute function watched.note();`,
  );
  triggers.push(`
      create trigger watched after insert on pgboss.job for each row
        when (new.name in ('mail', 'password-reset')) execute function watched.note();`);
  await sql`do ${sql.lit(`begin ${triggers.join('')} end`)}`.execute(db);
  return {
    tables,
    async take() {
      const taken = await sql<Write>`
        with taken as (delete from watched.writes returning *)
        select name, action, "row" from taken order by id`.execute(db);
      return taken.rows;
    },
    async stop() {
      // The triggers go with their function.
      await sql`drop schema watched cascade`.execute(db);
    },
  };
}
