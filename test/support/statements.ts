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
  return query.apply(this, args);
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
