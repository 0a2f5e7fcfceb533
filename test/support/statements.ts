import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** What was sent to a database and waited for. */
export interface Statement {
  text: string;
  /** The values of its parameters; empty on the embedded database, which gets them in another message. */
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
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;

const execute = PGlite.prototype.execProtocolRawSync;
PGlite.prototype.execProtocolRawSync = function noted(message: Uint8Array) {
  const text = textIn(message);
  if (text !== null) tell({ text, values: [] });
  return execute.call(this, message);
};

/** The statement in a message of PostgreSQL's protocol: a query (Q), or one to parse (P), which has a name before it. */
function textIn(message: Uint8Array): string | null {
  const kind = String.fromCharCode(message[0] ?? 0);
  if (kind !== 'Q' && kind !== 'P') return null;
  const [first = '', second = ''] = Buffer.from(message.subarray(5)).toString().split('\0');
  return kind === 'Q' ? first : second;
}

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
