import { sql } from 'kysely';
import pg from 'pg';
import type { ScriptRunner } from '#server/platform/db/connect.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { ExplainedError } from '#server/platform/errors.ts';

/*
 * What the role of the server may do on a database server, where another role owns the tables: it reads and writes
 * rows, and cannot switch off the triggers that keep the ledger, the audit trail, and the versions of settings and
 * checklists append-only.
 */

/** Where rows are only added, or only read. */
const fewerRights = {
  'select, insert': [
    'ledger_entries',
    'operations_entries',
    'balance_transactions',
    'audit_entries',
    'settings_versions',
    'checklist_versions',
  ],
  select: ['ledger_chains', 'operations_totals', 'schema_migrations'],
};
const schemas = ['public', 'pgboss'];

/** The role cannot be given its rights; the message says what to do. */
export class ServerRoleError extends ExplainedError {}

/** The role that an address signs in with. */
export function roleOf(databaseUrl: string): string {
  return decodeURIComponent(new URL(databaseUrl).username);
}

/**
 * Gives the server's role exactly the rights that it needs, on every table that there is now. Runs as the owner, in
 * a transaction, after each migration: a right that somebody added by hand is gone afterwards. Does nothing if the
 * role is the owner itself.
 */
export async function grantServerRights(script: ScriptRunner, role: string): Promise<void> {
  const [known] = (
    await script.run('select rolname = current_user as is_owner from pg_roles where rolname = $1', [
      role,
    ])
  ).rows;
  if (!known) {
    throw new ServerRoleError(
      `The role "${role}" of DATABASE_URL does not exist in the database. Create it first: docs/operations.md, "Two roles".`,
    );
  }
  if (known.is_owner) return;
  const to = pg.escapeIdentifier(role);
  await closeSchema(script, to);
  for (const schema of await existing(script, schemas)) {
    await script.run(`
      revoke all on schema ${schema} from ${to};
      revoke all on all tables in schema ${schema} from ${to};
      revoke all on all sequences in schema ${schema} from ${to};
      grant usage on schema ${schema} to ${to};
      grant select, insert, update, delete on all tables in schema ${schema} to ${to};
      grant usage, select on all sequences in schema ${schema} to ${to}`);
  }
  for (const [rights, tables] of Object.entries(fewerRights)) {
    const names = tables.map((table) => `public.${table}`).join(', ');
    await script.run(`revoke all on ${names} from ${to}; grant ${rights} on ${names} to ${to}`);
  }
}

/**
 * Nobody but the owner creates anything in this database. Not even temporary tables: one named like a table of ours
 * would hide it from everything that uses the same connection later, such as the check of the ledger.
 */
async function closeSchema(script: ScriptRunner, role: string): Promise<void> {
  const [{ name, may_close } = {}] = (
    await script.run(
      `select quote_ident(datname) as name, pg_has_role(datdba, 'usage') as may_close
       from pg_database where datname = current_database()`,
    )
  ).rows;
  // Otherwise, whoever owns the database decides, and the server says what is left at its start.
  if (!may_close) return;
  await script.run(`
    revoke create, temporary on database ${name} from public, ${role};
    revoke create on schema public from public;
    revoke all on all tables in schema public from public;
    grant connect on database ${name} to ${role}`);
}

async function existing(script: ScriptRunner, names: string[]): Promise<string[]> {
  const { rows } = await script.run('select nspname from pg_namespace where nspname = any ($1)', [
    names,
  ]);
  return rows.map(({ nspname }) => String(nspname));
}

/** What this connection's role may do although the server does not need it, in words that follow "it". */
export async function needlessRights(db: Db): Promise<string[]> {
  const { rows } = await sql<{ rights: string[] }>`
    select case when rolsuper then array['is a superuser'] else array_remove(array[
      case when rolreplication then 'may copy the whole database' end,
      case when rolcreaterole then 'may create roles' end,
      case when exists (
        select from pg_class where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'member')
      ) then 'owns tables' end,
      case when has_any_column_privilege('public.ledger_entries', 'update')
        or has_table_privilege('public.ledger_entries', 'delete, truncate, trigger')
        or has_any_column_privilege('public.ledger_chains', 'insert, update')
        or has_table_privilege('public.ledger_chains', 'delete, truncate, trigger')
      then 'may change the ledger' end,
      case when has_any_column_privilege('public.audit_entries', 'update')
        or has_table_privilege('public.audit_entries', 'delete, truncate, trigger')
      then 'may change the audit trail' end,
      case when has_any_column_privilege('public.settings_versions', 'update')
        or has_table_privilege('public.settings_versions', 'delete, truncate, trigger')
      then 'may change the versions of the settings' end,
      case when has_schema_privilege('public', 'create') then 'may create tables' end,
      case when has_database_privilege(current_database(), 'create, temporary')
      then 'may create schemas or temporary tables' end,
      case when has_parameter_privilege('session_replication_role', 'set')
      then 'may switch triggers off' end,
      case when pg_has_role('pg_write_server_files', 'member') or pg_has_role('pg_execute_server_program', 'member')
        or pg_has_role('pg_read_server_files', 'member')
      then 'may use the files of the database server' end
    ], null) end as rights
    from pg_roles where rolname = current_user`.execute(db);
  return rows[0]?.rights ?? [];
}
