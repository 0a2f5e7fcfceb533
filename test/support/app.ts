import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Endpoint, OwnResponseOf, RequestOf } from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { fieldsWithoutWords } from '#core/audit.ts';
import { setBookCurrency } from '#core/platform/money.ts';
import { type AppDeps, buildApp } from '#server/app.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { openCurrency } from '#server/ledger/open-currency.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Connection } from '#server/platform/db/connect.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { createMailTransport } from '#server/platform/mail/transport.ts';
import { openVault } from '#server/platform/security/vault.ts';
import { openSettings } from '#server/platform/site-settings/settings-store.ts';
import { openFileStorage } from '#server/platform/storage/open-storage.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import { createTestProvider } from '#server/provider/payment-provider/test-provider.ts';
import { queues, startWorkers } from '#server/workers.ts';
import { count } from '#test/support/count.ts';
import { type Inbox, openInbox } from '#test/support/inbox.ts';
import { openWorkerDatabase, type WorkerDatabase } from '#test/support/worker-database.ts';

/**
 * Where mail for the team goes. Without it, each of the many administrators that factories create would get every
 * mail.
 */
export const teamEmail = 'team@example.org';

/** A response of the API; `body` is typed by the endpoint, `error` by the form that all refusals share. */
export interface Answer<E extends Endpoint> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: OwnResponseOf<E>;
  error: ErrorBody;
}

/** How a test calls the API: the parts of the request, and a session's cookie. */
export type CallOptions<E extends Endpoint> = Partial<RequestOf<E>> & {
  cookie?: string;
  idempotencyKey?: string;
  /** The caller's address. */
  from?: string;
};

/** The real application on a real database, without a network port. */
export interface TestApp extends AppDeps {
  app: FastifyInstance;
  connection: Connection;
  inbox: Inbox;
  call<E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<Answer<E>>;
  request(options: InjectOptions): Promise<Awaited<ReturnType<FastifyInstance['inject']>>>;
}

interface Options {
  /** Environment variables on top of the defaults. */
  env?: Record<string, string>;
  /** Replacements for parts of the application. */
  override?: (deps: AppDeps) => Partial<AppDeps>;
  /** The clock of the job queue, for tests in which days pass. */
  clock?: Clock;
  /** Where files are stored instead of the data folder. */
  storage?: () => FileStorage;
  /** The database instead of one that the worker keeps. */
  database?: () => Promise<Connection>;
  /** An application that no other file uses: for tests that stop its workers, or let it listen. */
  own?: true;
  /** Checks the ledger after each test that has written something, and not only after the last one. */
  checksEach?: true;
}

/** An application that is running, with its data folder. */
interface Booted {
  parts: Omit<TestApp, 'call' | 'request' | 'inbox'>;
  /** Makes it as it was when it started, if its database can be. Fails if its jobs had problems. */
  renew(): Promise<boolean>;
  close(): Promise<void>;
}

/** Databases that no application uses at the moment. */
const free: WorkerDatabase[] = [];
/** The application without options, which goes from one file to the next. Absent while a file uses it. */
let shared: Booted | undefined;

/**
 * An application for a test file, on an empty database: without options, the one that the worker keeps. At the end of the
 * file, the ledger must be correct, and the audit trail must have words for all that it has recorded. The object is
 * filled when the tests begin, so use it only inside tests.
 */
export function useTestApp({ checksEach, ...options }: Options = {}): TestApp {
  const testApp = {} as TestApp;
  const isShared = Object.keys(options).length === 0;
  let booted: Booted;
  let checkedAt: string;

  beforeAll(async () => {
    const kept = shared;
    shared = undefined;
    // One at a time: a database server has connections for so many.
    if (kept && !isShared) await kept.close();
    booted = (isShared && kept) || (await boot(options));
    const { app, config } = booted.parts;
    Object.assign(testApp, booted.parts, {
      inbox: openInbox(config.dataDir),
      request: (injected: InjectOptions) => app.inject(injected),
      call: (endpoint: Endpoint, request?: CallOptions<Endpoint>) => call(app, endpoint, request),
    });
    checkedAt = await newestWrite(testApp.db);
  });

  async function check(): Promise<void> {
    expect(await checkLedger(testApp.db), 'differences in the ledger').toEqual([]);
    expect(await wordlessFields(testApp.db), 'fields of the audit trail without words').toEqual([]);
  }

  if (checksEach) {
    afterEach(async () => {
      const newest = await newestWrite(testApp.db);
      if (newest !== checkedAt) await check();
      checkedAt = newest;
    });
  }

  afterAll(async () => {
    try {
      await check();
    } finally {
      if (isShared && shared === undefined && (await booted.renew())) shared = booted;
      else await booted.close();
    }
  });
  return testApp;
}

async function boot({
  env = {},
  override,
  clock,
  storage: otherStorage,
  database: openOther,
}: Options): Promise<Booted> {
  count('applications');
  const dataDir = await mkdtemp(join(tmpdir(), 'everycent-test-'));
  const isLive = env.STRIPE_SECRET_KEY?.startsWith('sk_live_') ?? false;
  // A live site needs a mail server; tests read its mail from files all the same.
  const live = { SMTP_URL: 'smtp://127.0.0.1:1' };
  const read = readConfig({
    DATA_DIR: dataDir,
    TEAM_EMAIL: teamEmail,
    ...(isLive && live),
    ...env,
  });
  const config = isLive ? { ...read, smtpUrl: null } : read;
  const kept = openOther ? undefined : (free.pop() ?? (await openWorkerDatabase()));
  const connection = kept?.connection ?? (await openOther?.());
  if (!connection) throw new Error('There is no database.');
  const { db } = connection;
  await openCurrency(db, config);
  const problems: Error[] = [];
  const boss = await startJobQueue(
    connection,
    queues,
    (error) => isUnexpected(error) && problems.push(error),
    {
      ...(clock && { clock }),
      // At seven minutes past the hour, a comparison with Stripe would consume the faults meant for a test.
      schedule: false,
    },
  );
  const settings = await openSettings(db, config);
  const mailer = createMailer(boss, config, settings, teamAddresses);
  const deps: AppDeps = {
    db,
    config,
    settings,
    boss,
    mailer,
    payments: createTestProvider(config),
    vault: openVault(config),
    storage: otherStorage?.() ?? openFileStorage(config),
    limitFactor: 1_000,
  };
  Object.assign(deps, override?.(deps));
  const logger = pino({ level: 'silent' });
  await startWorkers({ ...deps, transport: createMailTransport(config), logger });
  const app = await buildApp(deps, logger);
  await app.ready();
  const ownFiles = await readdir(dataDir, { recursive: true });
  const expectNoProblems = () => expect(problems, 'problems of the job queue').toEqual([]);
  return {
    parts: { ...deps, app, connection },
    async renew() {
      expectNoProblems();
      if (!(await kept?.empty())) return false;
      for (const path of await readdir(dataDir, { recursive: true })) {
        if (!ownFiles.includes(path))
          await rm(join(dataDir, path), { recursive: true, force: true });
      }
      await openCurrency(db, config);
      Object.assign(settings, await openSettings(db, config));
      return true;
    },
    async close() {
      await app.close();
      // As long as the jobs that are running take on a busy machine: they need the database and the folder.
      await boss.stop({ graceful: true, timeout: 60_000 });
      // The next file may run in the same process.
      setBookCurrency('USD');
      if (kept && (await kept.empty('stopped'))) free.push(kept);
      else await connection.close();
      await rm(dataDir, { recursive: true });
      expectNoProblems();
    },
  };
}

/** A database takes no writes for a moment only where a test wants that, and the workers may ask in that moment. */
function isUnexpected(error: Error): boolean {
  return !('code' in error && error.code === '25006');
}

/** Moves on with each transaction that has written something. */
async function newestWrite(db: Db): Promise<string> {
  const { rows } = await sql<{ next: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db);
  return rows[0]?.next ?? '';
}

/** The types let a field without words pass only where values are spread into an entry. */
async function wordlessFields(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct jsonb_object_keys(recorded) as name
    from audit_entries, unnest(array[before, after]) as recorded
    where jsonb_typeof(recorded) = 'object'`.execute(db);
  return fieldsWithoutWords(Object.fromEntries(rows.map(({ name }) => [name, true])));
}

async function call<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<Answer<E>> {
  const { params, query, body, cookie, idempotencyKey, from } = options as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
  } & CallOptions<E>;
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name) =>
    encodeURIComponent(params?.[name] ?? ''),
  );
  const response = await app.inject({
    method: endpoint.method,
    url: path,
    ...(from && { remoteAddress: from }),
    ...(query && {
      query: Object.fromEntries(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      ),
    }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const answered = response.body === '' ? undefined : response.json();
  return {
    status: response.statusCode,
    headers: response.headers,
    body: answered,
    error: answered,
  };
}
