import { checkLedger } from '#server/ledger/check-ledger.ts';
import { withRights } from '#server/platform/actor.ts';
import { allocate } from '#server/spending/allocations/allocate.ts';
import { type Statement, statementsOf } from '#test/support/statements.ts';
import { createClient, signIn } from '../support/client.ts';
import { fill } from '../support/fill.ts';
import { findPgbench, pgbenchPerSecond, pgbenchScript } from '../support/pgbench.ts';
import { perSecond } from '../support/rate.ts';
import { say, sayTable } from '../support/report.ts';
import { type BenchServer, databaseKinds, openServer } from '../support/server.ts';

export const description =
  'allocations per second, by command and by HTTP, on both databases, beside pgbench';

const parallel = 16;

/** `-- allocations [SECONDS]`: how long each figure is measured, after a warm-up of half a second. */
export async function run([seconds = '4']: string[]): Promise<void> {
  const columns: Record<string, number[]> = {};
  const kinds = await databaseKinds();
  const pgbench = findPgbench();
  if (pgbench === null) {
    say('There is no pgbench (Debian: apt-get install postgresql-contrib): its rows stay empty.');
  }
  for (const kind of kinds) {
    const server = await openServer(kind);
    // Enough money for any machine: every allocation is one cent.
    await fill(server.connection.db, {
      donations: parallel,
      amount: 90_000_000,
      availableEvery: 1,
    });
    columns[kind] = await measure(server, Number(seconds), kind === 'postgres' ? pgbench : null);
    const differences = await checkLedger(server.connection.db);
    say(`${kind}: the ledger has ${differences.length} differences afterwards.`);
    if (differences.length > 0) process.exitCode = 1;
    await server.close();
  }
  const rows = [
    'command, 1 at a time',
    'command, 16 at once',
    'HTTP, 1 at a time',
    'HTTP, 16 at once',
    'pgbench with the same statements, 1 at a time',
    'pgbench with the same statements, 16 at once',
    'HTTP as a share of pgbench in percent, 1 at a time',
    'HTTP as a share of pgbench in percent, 16 at once',
    'statements of one allocation',
  ];
  sayTable(
    ['allocations per second', ...kinds],
    rows.map((row, index) => [
      row,
      ...kinds.map((kind) => {
        const figure = columns[kind]?.[index];
        return figure === undefined || Number.isNaN(figure) ? '–' : Math.round(figure);
      }),
    ]),
  );
}

async function measure(
  { connection: { db }, mailer, url }: BenchServer,
  seconds: number,
  pgbench: string | null,
): Promise<number[]> {
  // Each worker has its own donation and nomination, so that the work is measured and not the waiting for locks.
  const pairs = await db
    .selectFrom('donations')
    .innerJoin('nominations', 'nominations.causeId', 'donations.causeId')
    .select(['donations.id as donationId', 'nominations.id as nominationId'])
    .distinctOn('donations.id')
    .execute();
  const actor = withRights(
    await db
      .selectFrom('users')
      .select(['id', 'firstName', 'lastName', 'email', 'roles'])
      .executeTakeFirstOrThrow(),
  );
  const input = (worker: number) => {
    const pair = pairs[worker % pairs.length];
    if (!pair) throw new Error('There is nothing to allocate.');
    return { amount: 1, ...pair };
  };
  const client = createClient(url, await signIn(url));
  const byCommand = (worker: number) => allocate(db, actor, input(worker), null, mailer.settings);
  const byHttp = async (worker: number) => {
    const answer = await client.post('/api/allocations', input(worker));
    if (answer.status !== 201) throw new Error(await answer.text());
    await answer.arrayBuffer();
  };
  const scripts: string[] = [];
  let count = 0;
  for (let worker = 0; worker < parallel; worker += 1) {
    const statements = await statementsOf(() => byHttp(worker));
    count = statements.length;
    scripts.push(pgbenchScript(statements, newIdsIn(statements)));
  }
  const byPgbench = (clients: number) =>
    pgbench === null
      ? Number.NaN
      : pgbenchPerSecond(
          pgbench,
          mailer.config.databaseUrl ?? '',
          scripts.slice(0, clients),
          seconds,
        );
  const command = [
    await perSecond(byCommand, 1, seconds),
    await perSecond(byCommand, parallel, seconds),
  ];
  // One after the other, so that what else the machine does is the same for both.
  const [one, oneBare] = [await perSecond(byHttp, 1, seconds), await byPgbench(1)];
  const [many, manyBare] = [await perSecond(byHttp, parallel, seconds), await byPgbench(parallel)];
  const shares = [(100 * one) / oneBare, (100 * many) / manyBare];
  return [...command, one, many, oneBare, manyBare, ...shares, count];
}

/** The ids of the rows that the statements insert: the first value of each. */
function newIdsIn(statements: Statement[]): string[] {
  return statements
    .filter(({ text }) => text.startsWith('insert'))
    .map(({ values: [id] }) => String(id));
}
