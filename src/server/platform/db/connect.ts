import { EventEmitter } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Db as QueueDatabase } from 'pg-boss';
import type { Config } from '#server/platform/config.ts';
import { DurableNodeFS, durableStartParams } from '#server/platform/db/durable-node-fs.ts';
import { EmbeddedEngine } from '#server/platform/db/embedded-engine.ts';
import {
  frugalInitParams,
  frugalStartParams,
  spareMemory,
} from '#server/platform/db/embedded-memory.ts';
import { embeddedPool, mostIdle } from '#server/platform/db/embedded-pool.ts';
import { lockDataDir } from '#server/platform/db/lock-data-dir.ts';
import type { Schema } from '#server/platform/db/schema.ts';
import { clientWithin, withoutTimeLimit } from '#server/platform/db/silence.ts';
import { ExplainedError } from '#server/platform/errors.ts';

/* Opens both kinds of database, and decides how their values are read. */

/**
 * Runs SQL text outside Kysely, for migrations, which are plain files: any number of statements, or one with values.
 */
export interface ScriptRunner {
  run(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** An open database, embedded or a server; the rest of the code sees no difference. */
export interface Connection {
  kind: 'embedded' | 'postgres';
  db: Kysely<Schema>;
  /** Runs everything inside in one transaction. */
  scriptTransaction<T>(work: (script: ScriptRunner) => Promise<T>): Promise<T>;
  /** How the job queue reaches the same database. */
  bossOptions:
    | { backend: 'pglite'; db: QueueDatabase }
    | { connectionString: string; connectionTimeoutMillis: number };
  /** How many connections there are, by what they are doing; absent if there is only one. */
  pool?: () => Record<'busy' | 'idle' | 'waiting', number>;
  close(): Promise<void>;
}

const { INT8, TIMESTAMPTZ, DATE } = pg.types.builtins;
/**
 * How values are read: 64-bit integers as numbers (money stays far below 2^53), and moments and days as ISO text, which
 * the API returns unchanged. A day parsed as a moment would shift with the time zone.
 */
const readers: Record<number, (text: string) => unknown> = {
  [INT8]: Number,
  [TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
  [DATE]: String,
};
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    readers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** What migrations take of PostgreSQL's own extensions; a database server brings them along. */
export const extensions = { pg_trgm };

const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];

/** How many connections there are at most, and how long a query waits for one, in milliseconds, before it fails. */
interface PoolOptions {
  maxConnections?: number;
  patience?: number;
  /** How long a statement may take, in milliseconds, before the database ends it. */
  statementTimeout?: number;
  /** After how many milliseconds more the connection ends on which nothing was said of that. */
  silence?: number;
}

/** Opens the PostgreSQL server at the address. Connects lazily: the first query finds out whether it responds. */
export function connectPostgres(
  connectionString: string,
  {
    maxConnections = 16,
    patience = 5_000,
    statementTimeout = 15_000,
    silence = 2_000,
  }: PoolOptions = {},
): Connection {
  const limited = (timeout: number): pg.PoolConfig => ({
    connectionString,
    connectionTimeoutMillis: patience,
    Client: clientWithin(timeout + silence),
    // The system notices when a server disappears without closing the connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Not as a startup parameter, which some poolers refuse. If it fails, so does the query that needs the connection.
    onConnect: async (client) => {
      await client.query(
        "select set_config('statement_timeout', $1, false), set_config('idle_in_transaction_session_timeout', $2, false)",
        [String(timeout), String(mostIdle)],
      );
    },
  });
  const pool = new pg.Pool({ ...limited(statementTimeout), max: maxConnections, types });
  return {
    kind: 'postgres',
    ...connectionOf(pool),
    // It deletes what is old in large batches, for which nobody waits.
    bossOptions: {
      ...limited(4 * statementTimeout),
      connectionString,
      connectionTimeoutMillis: 2 * patience,
    },
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}

/** What a database is used through, whichever it is. */
function connectionOf(pool: pg.Pool): Pick<Connection, 'db' | 'scriptTransaction' | 'close'> {
  // The pool replaces a connection that breaks while idle; without a listener, the error would end the process.
  pool.on('error', () => {});
  // The same for one that breaks between two queries of a transaction: the next query fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins });
  return {
    db,
    async scriptTransaction(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(withoutTimeLimit);
        const result = await work({ run: (sql, values) => client.query(sql, values) });
        await client.query('commit');
        client.release();
        return result;
      } catch (error) {
        // Closing the connection also rolls back.
        client.release(true);
        throw error;
      }
    },
    async close() {
      await db.destroy();
      // Kysely ends the pool only if it has used it.
      if (!pool.ended) await pool.end();
    },
  };
}

/** Opens the embedded database in a folder, durably, and locks out every other process. */
export async function connectEmbedded(dataDir: string, onEnd = endProcess): Promise<Connection> {
  await mkdir(dataDir, { recursive: true });
  const lock = lockDataDir(dataDir);
  spareMemory();
  try {
    const pglite = await PGlite.create({
      fs: new DurableNodeFS(join(dataDir, 'database')),
      startParams: [
        ...PGlite.defaultStartParams.filter((flag) => flag !== '-F'),
        ...durableStartParams,
        ...frugalStartParams,
      ],
      initDbStartParams: frugalInitParams,
      extensions,
    });
    const connection = embeddedConnection(pglite, onEnd);
    return {
      ...connection,
      async close() {
        await connection.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Nothing in this process can go on without the database: whatever supervises the process starts it again, and the next
 * start recovers everything that was committed, as after a crash.
 */
function endProcess(error: Error): void {
  process.nextTick(() => {
    throw error;
  });
}

/** The connection to an embedded database that is already open. */
export function embeddedConnection(pglite: PGlite, onEnd = endProcess): Connection {
  const engine = new EmbeddedEngine(pglite, onEnd);
  const pool = embeddedPool(engine, types);
  const channels = new EventEmitter();
  pool.on('connect', (client) =>
    client.on('notification', ({ channel, payload }) => channels.emit(channel, payload ?? '')),
  );
  const connection = connectionOf(pool);
  return {
    kind: 'embedded',
    ...connection,
    bossOptions: {
      backend: 'pglite',
      db: {
        executeSql: (text, values) => pool.query(text, values),
        // A connection after this one would be to the same session of the database.
        async setSessionStatements(statements) {
          for (const statement of statements) await pool.query(statement);
        },
        async listen(channel, onNotification, onReconnect) {
          channels.on(channel, onNotification);
          await sql`listen ${sql.id(channel)}`.execute(connection.db);
          onReconnect();
          return { close: async () => void channels.off(channel, onNotification) };
        },
      },
    },
    async close() {
      await connection.close();
      await engine.close();
    },
  };
}

/** The database cannot be reached; the message says which one and why. */
export class DatabaseUnreachableError extends ExplainedError {}

/** Opens the configured database. Throws an error of one sentence if it is in use or does not respond. */
export async function openDatabase(config: Config): Promise<Connection> {
  if (config.databaseUrl === null) return connectEmbedded(config.dataDir);
  return openServer(config.databaseUrl, 'DATABASE_URL');
}

/** Opens the configured database with the right to change its tables. */
export async function openDatabaseAsOwner(config: Config): Promise<Connection> {
  if (config.databaseOwnerUrl === null) return openDatabase(config);
  return openServer(config.databaseOwnerUrl, 'DATABASE_OWNER_URL');
}

async function openServer(url: string, setting: string): Promise<Connection> {
  const connection = connectPostgres(url);
  try {
    await sql`select 1`.execute(connection.db);
    return connection;
  } catch (error) {
    await connection.close();
    const { host, pathname } = new URL(url);
    const reason = error instanceof Error ? error.message || String(error) : String(error);
    const what =
      error instanceof pg.DatabaseError
        ? `refuses us: ${reason}. Correct ${setting}`
        : `does not respond: ${reason}. Start it or correct ${setting}`;
    throw new DatabaseUnreachableError(`The database at ${setting} (${host}${pathname}) ${what}.`);
  }
}
