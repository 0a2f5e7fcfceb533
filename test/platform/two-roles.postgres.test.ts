import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { releaseAllocation } from '#contract/spending/allocations.ts';
import { recordExpense, undoExpense } from '#contract/spending/expenses.ts';
import { explain } from '#server/explain.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { keysForArchive, ownKeyPath, readKeyFile } from '#server/operations/backup/backup-key.ts';
import { storeArchive, writeBackup } from '#server/operations/backup/create-backup.ts';
import { restoreBackup } from '#server/operations/backup/restore-backup.ts';
import { readConfig } from '#server/platform/config.ts';
import { connectPostgres, openDatabase } from '#server/platform/db/connect.ts';
import { migrate, readMigrations } from '#server/platform/db/migrate.ts';
import { needlessRights } from '#server/platform/db/server-role.ts';
import { startServer } from '#server/start.ts';
import { upgradeDatabase } from '#server/upgrade.ts';
import { queues } from '#server/workers.ts';
import { useTestApp } from '#test/support/app.ts';
import { words } from '#test/support/expenses.ts';
import { aDonation, anAllocation, aPair, signIn } from '#test/support/factories.ts';
import { startFakeStripe } from '#test/support/fake-stripe.ts';
import { recordFigures } from '#test/support/figures.ts';
import { onPostgres, postgresDatabaseUrl } from '#test/support/postgres.ts';
import { publishNeed } from '#test/support/proof.ts';
import { freePort } from '#test/support/server-process.ts';
import { createSiteRole, type TwoRoles, twoRoles } from '#test/support/two-roles.ts';
import { aPublishedUpdate } from '#test/support/updates.ts';
import { aReceipt } from '#test/support/upload.ts';

let roles: TwoRoles;
const closers: (() => unknown)[] = [];

// The whole application with the rights of the server's role.
const testApp = useTestApp({
  database: async () => {
    roles = await twoRoles();
    const config = readConfig(roles.env);
    const connection = connectPostgres(roles.env.DATABASE_URL);
    await upgradeDatabase(config, connection);
    return {
      ...connection,
      async close() {
        await connection.close();
        await roles[Symbol.asyncDispose]();
      },
    };
  },
});

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'everycent-roles-'));
  closers.push(() => rm(folder, { recursive: true }));
});
afterAll(async () => {
  while (closers.length > 0) await closers.pop()?.();
});

/** Money that went every way: given, allocated, spent, undone, released. */
async function aBusySite() {
  const cookie = await signIn(testApp);
  const { causeId, nominationId } = await aPair(testApp);
  const donationId = await aDonation(testApp, { causeId, amount: 5_000 });
  await anAllocation(testApp, { amount: 3_000, donationId, nominationId });
  const released = await anAllocation(testApp, { amount: 500, donationId, nominationId });
  const receiptIds = [await aReceipt(testApp, nominationId)];
  const spent = await testApp.call(recordExpense, {
    cookie,
    params: { id: nominationId },
    body: { ...words, amount: 1_000, receiptIds },
  });
  expect(spent.status).toBe(201);
  const undone = await testApp.call(undoExpense, {
    cookie,
    params: { id: spent.body.id },
    body: { reason: 'Typed twice' },
  });
  expect(undone.status).toBe(200);
  const back = await testApp.call(releaseAllocation, {
    cookie,
    params: { id: released },
    body: { reason: 'A mistake' },
  });
  expect(back.status).toBe(200);
  await publishNeed(testApp, nominationId);
  expect((await aPublishedUpdate(testApp, nominationId)).publishedAt).not.toBeNull();
  return { cookie, donationId, nominationId };
}

/** The ledger, the trail, and their guards, as the administrator of the database sees them. */
async function everythingGuarded() {
  const admin = connectPostgres(postgresDatabaseUrl(roles.name));
  try {
    const { rows } = await sql`
      select 'ledger' as what, entry::text as line from ledger_entries as entry
      union all select 'chain', chain::text from ledger_chains as chain
      union all select 'trail', entry::text from audit_entries as entry
      union all select 'migration', migration::text from schema_migrations as migration
      union all select 'function', pg_get_functiondef(oid) from pg_proc where prokind = 'f' and pronamespace = 'public'::regnamespace
      union all select 'trigger', pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
      union all select 'relation', format('%s %s ', relname, relowner) || coalesce(relacl::text, '') from pg_class
        where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and relkind <> 'i'
      union all select 'schema', nspname || coalesce(nspacl::text, '') from pg_namespace where nspname !~ '^pg_'
      union all select 'role', format('%s %s %s %s', rolname, rolsuper, rolreplication, rolcreaterole) from pg_roles
        where rolname ~ ${roles.name}
      order by 1, 2`.execute(admin.db);
    return rows;
  } finally {
    await admin.close();
  }
}

describe('with a role that owns nothing', () => {
  beforeAll(aBusySite);

  test('money is given, allocated, spent, undone, released, and told about', async () => {
    const { donationId } = await aBusySite();
    const { rows } = await sql<{ kind: string }>`
      select kind from ledger_entries where donation_id = ${donationId} order by position`.execute(
      testApp.db,
    );
    expect(rows.map(({ kind }) => kind)).toEqual([
      'payment',
      'allocation',
      'allocation',
      'spending',
      'spending_reversal',
      'release',
    ]);
    expect(await needlessRights(testApp.db)).toEqual([]);
  });

  const entry = '(select id from ledger_entries limit 1)';
  test.each([
    'update ledger_entries set amount_cents = amount_cents + 1',
    `update ledger_entries set reason = '' where false`,
    'delete from ledger_entries',
    `delete from ledger_entries where id = ${entry}`,
    'truncate ledger_entries cascade',
    'insert into ledger_entries select * from ledger_entries on conflict (id) do update set amount_cents = 1',
    `merge into ledger_entries using users on false when matched then delete when not matched then do nothing`,
    'select * from ledger_entries for update',
    'do $$ begin lock table ledger_entries in access exclusive mode; end $$',
    'alter table ledger_entries disable trigger all',
    'alter table ledger_entries disable trigger user',
    'alter table ledger_entries disable trigger ledger_entries_append_only',
    'alter table ledger_entries drop constraint ledger_entries_move',
    'alter table ledger_entries owner to current_user',
    'alter table ledger_entries rename to entries',
    'set session_replication_role = replica',
    "select set_config('session_replication_role', 'replica', false)",
    'alter role current_user set session_replication_role = replica',
    'alter system set session_replication_role = replica',
    'drop trigger ledger_entries_append_only on ledger_entries',
    'drop table ledger_entries cascade',
    'drop function refuse_ledger_change() cascade',
    'drop function chain_ledger_entry() cascade',
    'drop schema public cascade',
    "create or replace function refuse_ledger_change() returns trigger language plpgsql as 'begin return null; end'",
    "create or replace function chain_ledger_entry() returns trigger language plpgsql as 'begin return new; end'",
    "create function ledger_entry_hash(bytea, int, record) returns bytea language sql as 'select $1'",
    "create function public.sha256(bytea) returns bytea language sql as 'select $1'",
    'create table public.shadow (id int)',
    'create table pgboss.ledger_entries (id int)',
    'create temporary table ledger_entries (id int)',
    'create temporary view ledger_chains as select 1',
    'create view public.entries as select * from ledger_entries',
    'create schema shadow',
    'create rule quiet as on insert to ledger_entries do instead nothing',
    'create trigger mine before insert on ledger_entries for each row execute function discard_key()',
    'create index on ledger_entries (reason)',
    "copy ledger_entries from '/etc/passwd'",
    "copy ledger_entries to '/tmp/ledger'",
    "copy (select 1) to program 'id'",
    "select pg_read_file('/etc/passwd')",
    'update ledger_chains set entries = 1',
    'delete from ledger_chains',
    "insert into ledger_chains select id, 1, '' from donations",
    'select * from ledger_chains for update',
    'truncate ledger_chains',
    'update audit_entries set reason = actor',
    'delete from audit_entries',
    'truncate audit_entries',
    'alter table audit_entries disable trigger user',
    'update settings_versions set version = 9',
    'delete from settings_versions',
    'alter table settings_versions disable trigger user',
    'delete from schema_migrations',
    "insert into schema_migrations values ('0099_mine.sql')",
    'delete from donations',
    'delete from pg_trigger',
    "update pg_class set relowner = (select oid from pg_roles where rolname = current_user) where relname = 'ledger_entries'",
    'alter role current_user superuser',
    'alter role current_user replication',
    'create role helper superuser',
    'set role postgres',
    'set session authorization postgres',
    'set role {owner}',
    'grant {owner} to current_user',
    'reassign owned by {owner} to current_user',
    'alter default privileges for role {owner} grant all on tables to current_user',
    'grant update on ledger_entries to current_user',
    'grant all on all tables in schema public to public',
  ])('refuses: %s', async (statement) => {
    const before = await everythingGuarded();
    expect(before.length).toBeGreaterThan(50);
    const refusal = await sql
      .raw(statement.replaceAll('{owner}', `${roles.name}_owner`))
      .execute(testApp.db)
      .then(
        () => null,
        (error) => error.code as string,
      );
    const after = await everythingGuarded();
    recordFigures('G8', {
      'attempts as the server’s role': 1,
      'that changed something': Number(!isDeepStrictEqual(after, before)),
    });
    // A grant of what one does not have is a warning; what counts is that nothing has changed.
    if (!statement.startsWith('grant all') && !statement.startsWith('grant update')) {
      // Insufficient privilege; only whole test donations ever leave the books.
      expect(refusal).toBe(statement === 'delete from donations' ? 'P0001' : '42501');
    }
    expect(after).toEqual(before);
    expect(await needlessRights(testApp.db)).toEqual([]);
  });

  test('a backup is made by the server, and restored for another server by the owner', async () => {
    await aBusySite();
    const folder = await mkdtemp(join(tmpdir(), 'everycent-roles-'));
    closers.push(() => rm(folder, { recursive: true }));
    const keys = await keysForArchive(testApp.config);
    const { path } = await storeArchive(folder, 'manual', (output) =>
      writeBackup(testApp.connection, testApp.config.dataDir, output, keys),
    );
    await using others = await twoRoles();
    const config = readConfig({ ...others.env, DATA_DIR: join(folder, 'restored') });
    const { differences } = await restoreBackup(
      config,
      path,
      await readKeyFile(ownKeyPath(testApp.config.dataDir)),
      queues,
    );
    expect(differences).toEqual([]);
    const restored = await openDatabase(config);
    try {
      expect(await checkLedger(restored.db)).toEqual([]);
      expect(await needlessRights(restored.db)).toEqual([]);
      const entries = restored.db.selectFrom('ledgerEntries').select('id');
      expect(await entries.execute()).not.toEqual([]);
    } finally {
      await restored.close();
    }
  });
});

describe('the rights of the role', () => {
  test('are given anew by each upgrade: none too many, and on new tables too', async () => {
    const admin = connectPostgres(roles.env.DATABASE_OWNER_URL);
    try {
      await sql.raw(`grant update (reason) on ledger_entries to ${roles.site}`).execute(admin.db);
      await sql.raw(`grant trigger on audit_entries to ${roles.site}`).execute(admin.db);
      await sql.raw(`grant delete on settings_versions to ${roles.site}`).execute(admin.db);
      await sql.raw(`grant create on schema public to ${roles.site}`).execute(admin.db);
      await sql.raw('create table later (id int)').execute(admin.db);
      expect(await needlessRights(testApp.db)).toEqual([
        'may change the ledger',
        'may change the audit trail',
        'may change the versions of the settings',
        'may create tables',
      ]);
      const insert = () => sql`insert into later values (1)`.execute(testApp.db);
      await expect(insert()).rejects.toThrow('permission denied');
      await upgradeDatabase(readConfig(roles.env), testApp.connection);
      expect(await needlessRights(testApp.db)).toEqual([]);
      await insert();
      await sql`drop table later`.execute(admin.db);
    } finally {
      await admin.close();
    }
  });

  test('a role that does not exist is named', async () => {
    const url = Object.assign(new URL(roles.env.DATABASE_URL), { username: 'nobody_of_the_test' });
    const config = readConfig({ ...roles.env, DATABASE_URL: url.href });
    await expect(upgradeDatabase(config, testApp.connection)).rejects.toThrow(
      'The role "nobody_of_the_test" of DATABASE_URL does not exist',
    );
  });
});

describe('a site that was installed with one role', () => {
  const silent = pino({ level: 'silent' });
  async function start(env: Record<string, string>) {
    const dataDir = await mkdtemp(join(tmpdir(), 'everycent-roles-'));
    closers.push(() => rm(dataDir, { recursive: true }));
    const config = readConfig({ DATA_DIR: dataDir, PORT: String(await freePort()), ...env });
    return startServer(config, silent, async () => {});
  }

  test('keeps working after the upgrade, says that its role is too strong, and moves to two', async () => {
    const stripe = await startFakeStripe();
    const live = {
      PUBLIC_URL: 'https://give.example',
      STRIPE_SECRET_KEY: 'sk_live_of_the_test',
      TEAM_EMAIL: 'team@give.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      STRIPE_WEBHOOK_SECRET: 'whsec_of_the_test',
      STRIPE_API_BASE: stripe.url,
    };
    const name = `${roles.name}_old`;
    const site = `${name}_site`;
    await onPostgres(`create database ${name}`);
    try {
      // The version before, with data and its job queue.
      const old = connectPostgres(postgresDatabaseUrl(name));
      const migrations = await readMigrations();
      const later = migrations.findIndex(({ name }) => name.startsWith('0018'));
      await migrate(old, { migrations: migrations.slice(0, later) });
      // As that version did: factories write what today's has.
      await sql`insert into causes (id, name) values (gen_random_uuid(), 'Heating')`.execute(
        old.db,
      );
      await old.close();

      const oneRole = { DATABASE_URL: postgresDatabaseUrl(name), ...live };
      const before = await start(oneRole);
      const isAboutRoles = (notice: string) => notice.includes('stronger than it needs');
      expect(before.notices.filter(isAboutRoles)).toEqual([
        'The server signs in to the database with a role that is stronger than it needs: it is a superuser. Whoever broke into the server could change the ledger. The operations guide, "Two roles", says how to give it a weaker one.',
      ]);
      const alerts = () =>
        before.connection.db.selectFrom('alerts').select(['key', 'settledAt']).execute();
      expect(await alerts()).toEqual([{ key: 'database:role', settledAt: null }]);
      await before.close();

      // What the guide says: a second role, and the first one as the owner.
      await createSiteRole(site);
      const url = Object.assign(new URL(postgresDatabaseUrl(name)), {
        username: site,
        password: 'site-secret',
      }).href;
      const weak = { DATABASE_URL: url, ...live };
      expect(await start(weak).catch(explain)).toMatch(
        /^The role of DATABASE_URL may not .* Set DATABASE_OWNER_URL and run npm run migrate/,
      );
      const moved = await start({ ...weak, DATABASE_OWNER_URL: postgresDatabaseUrl(name) });
      expect(moved.notices.filter(isAboutRoles)).toEqual([]);
      const { rows } = await sql`select settled_at is not null as settled from alerts
        where key = 'database:role'`.execute(moved.connection.db);
      expect(rows).toEqual([{ settled: true }]);
      await moved.close();

      // From now on, the server does not have to know the owner's password.
      const alone = await start(weak);
      expect(alone.notices.filter(isAboutRoles)).toEqual([]);
      const causes = alone.connection.db.selectFrom('causes').select('name');
      expect(await causes.execute()).toEqual([{ name: 'Heating' }]);
      await alone.close();
    } finally {
      await onPostgres(`drop database ${name} with (force)`);
      await onPostgres(`drop role if exists ${site}`);
      await stripe.close();
    }
  });

  test('is asked to upgrade as the owner if its own role may not', async () => {
    await using others = await twoRoles();
    const { DATABASE_URL } = others.env;
    expect(await start({ DATABASE_URL }).catch(explain)).toContain('run npm run migrate');
  });
});
