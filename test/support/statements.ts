import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/** What was sent to a database and waited for. */
export interface Statement {
  text: string;
  /** The values of its parameters. */
  values: unknown[];
}

const listeners = new Set<(statement: Statement) => void>();

// At the drivers, the last place that everything passes: the job queue has connections of its own, and transactions
// begin and end with statements that no query builder shows.
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function noted(this: pg.Client, ...args: unknown[]) {
  const [first, second] = args;
  const { text, values = [] } =
    typeof first === 'string' ? { text: first, values: second } : (first as Statement);
  tell({ text, values: Array.isArray(values) ? values : [] });
  const breaks = isBreaking();
  if (breaks === null) return query.apply(this, args);
  const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
  if (breaks === 'before') {
    stream.destroy();
    return query.apply(this, args);
  }
  return (query.apply(this, args) as Promise<unknown>).then(async () => {
    stream.destroy();
    await once(stream, 'close');
    throw new Error('Connection terminated unexpectedly');
  });
} as typeof pg.Client.prototype.query;

function tell(statement: Statement): void {
  for (const listener of listeners) listener(statement);
}

/**
 * The statements that this process sends to its databases while it does the work. Each is one round trip. Without those
 * with which connections begin, and with which the job queue looks after itself and asks for jobs other than mail.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const listener = (statement: Statement) => void statements.push(statement);
  listeners.add(listener);
  try {
    await work();
  } finally {
    listeners.delete(listener);
  }
  return statements.filter(({ text }) => !isUpkeep(text));
}

const isUpkeep = (text: string) =>
  /pg_listening_channels|set_config/.test(text) || (/pgboss/.test(text) && !isAboutMail(text));

// The library's own, with which it adds, takes, and completes a mail, and ours in `jobs/job-table.ts`.
const isAboutMail = (text: string) => /'mail'|^\s*WITH results AS|^update pgboss\.job/.test(text);

/** Where a connection breaks: as the statement is sent, or once the database has carried it out. */
export type Break = 'before' | 'after';

interface Moment {
  /** The statement that breaks the connection, counted from 1. */
  place: number;
  when: Break;
  /** How many statements there were. */
  statements: number;
}

const moment = new AsyncLocalStorage<Moment>();

/**
 * Does the work, and breaks the connection at one of its statements, counted from 1. Returns how many it had. The
 * statements of others, such as of jobs that run meanwhile, are not counted.
 */
export async function breakingAt<T>(
  place: number,
  when: Break,
  work: () => Promise<T>,
): Promise<{ result: T; statements: number }> {
  const at: Moment = { place, when, statements: 0 };
  const result = await moment.run(at, work);
  return { result, statements: at.statements };
}

function isBreaking(): Break | null {
  const at = moment.getStore();
  if (!at) return null;
  at.statements += 1;
  return at.statements === at.place ? at.when : null;
}
