import { mkdtemp, rm } from 'node:fs/promises';
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
import { setBookCurrency } from '#core/money.ts';
import { type AppDeps, buildApp } from '#server/app.ts';
import { createTestProvider } from '#server/giving/payment-provider/test-provider.ts';
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
import { openSettings } from '#server/platform/settings/settings-store.ts';
import { openFileStorage } from '#server/platform/storage/open-storage.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import { queues, startWorkers } from '#server/workers.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { type Inbox, openInbox } from '#test/support/inbox.ts';

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
  /** The database instead of a copy of the template. */
  database?: () => Promise<Connection>;
}

/**
 * Starts the application once for a test file and closes it at the end. After every test, the ledger must be
 * correct, and the audit trail must have words for all that it has recorded. The object is filled when the tests begin, so use it only inside tests.
 */
export function useTestApp({
  env = {},
  override,
  clock,
  storage: otherStorage,
  database = openTestDatabase,
}: Options = {}): TestApp {
  const testApp = {} as TestApp;
  const closers: (() => unknown)[] = [];

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'everycent-test-'));
    closers.push(() => rm(dataDir, { recursive: true }));
    const config = readConfig({ DATA_DIR: dataDir, TEAM_EMAIL: teamEmail, ...env });
    const connection = await database();
    closers.push(() => connection.close());
    const { db } = connection;
    await openCurrency(db, config);
    // The next file may run in the same process.
    closers.push(() => setBookCurrency('USD'));
    const problems: Error[] = [];
    const boss = await startJobQueue(connection, queues, (error) => problems.push(error), {
      ...(clock && { clock }),
      // At seven minutes past the hour, a comparison with Stripe would consume the faults meant for a test.
      schedule: false,
    });
    closers.push(async () => {
      // As long as the jobs that are running take on a busy machine: they need the database and the folder.
      await boss.stop({ graceful: true, timeout: 60_000 });
      expect(problems, 'problems of the job queue').toEqual([]);
    });
    const settings = await openSettings(db, config);
    const mailer = createMailer(boss, config, settings, teamAddresses);
    const transport = createMailTransport(config);
    const storage = otherStorage?.() ?? openFileStorage(config);
    const deps: AppDeps = {
      db,
      config,
      settings,
      boss,
      mailer,
      payments: createTestProvider(config),
      vault: openVault(config),
      storage,
      limitFactor: 1_000,
    };
    Object.assign(deps, override?.(deps));
    const logger = pino({ level: 'silent' });
    await startWorkers({ ...deps, transport, logger });
    const app = await buildApp(deps, logger);
    closers.push(() => app.close());
    await app.ready();
    Object.assign(testApp, deps, { app, connection, inbox: openInbox(dataDir) });
    testApp.request = (options) => app.inject(options);
    testApp.call = (endpoint, options) => call(app, endpoint, options);
  });

  afterEach(async () => {
    expect(await checkLedger(testApp.db), 'differences in the ledger').toEqual([]);
    expect(await wordlessFields(testApp.db), 'fields of the audit trail without words').toEqual([]);
  });

  afterAll(async () => {
    while (closers.length > 0) await closers.pop()?.();
  });
  return testApp;
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
