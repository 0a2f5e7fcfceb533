import { checkLedger } from '#server/ledger/check-ledger.ts';
import { allocate } from '#server/spending/allocations/commands.ts';
import { createClient, signIn } from '../support/client.ts';
import { fill } from '../support/fill.ts';
import { say, sayTable } from '../support/report.ts';
import { type BenchServer, databaseKinds, openServer } from '../support/server.ts';

export const description = 'allocations per second, by command and by HTTP, on both databases';

const parallel = 16;

/** `-- allocations [SECONDS]`: how long each figure is measured, after a warm-up of half a second. */
export async function run([seconds = '4']: string[]): Promise<void> {
  const columns: Record<string, number[]> = {};
  const kinds = await databaseKinds();
  for (const kind of kinds) {
    const server = await openServer(kind);
    // Enough money for any machine: every allocation is one cent.
    await fill(server.connection.db, {
      donations: parallel,
      amount: 90_000_000,
      availableEvery: 1,
    });
    columns[kind] = await measure(server, Number(seconds));
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
  ];
  sayTable(
    ['allocations per second', ...kinds],
    rows.map((row, index) => [
      row,
      ...kinds.map((kind) => Math.round(columns[kind]?.[index] ?? 0)),
    ]),
  );
}

async function measure({ connection: { db }, url }: BenchServer, seconds: number) {
  // Each worker has its own donation and nomination, so that the work is measured and not the waiting for locks.
  const pairs = await db
    .selectFrom('donations')
    .innerJoin('nominations', 'nominations.causeId', 'donations.causeId')
    .select(['donations.id as donationId', 'nominations.id as nominationId'])
    .distinctOn('donations.id')
    .execute();
  const actor = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email'])
    .executeTakeFirstOrThrow();
  const input = (worker: number) => {
    const pair = pairs[worker % pairs.length];
    if (!pair) throw new Error('There is nothing to allocate.');
    return { amount: 1, ...pair };
  };
  const client = createClient(url, await signIn(url));
  const byCommand = (worker: number) => allocate(db, actor, input(worker), null);
  const byHttp = async (worker: number) => {
    const answer = await client.post('/api/allocations', input(worker));
    if (answer.status !== 201) throw new Error(await answer.text());
    await answer.arrayBuffer();
  };
  return [
    await perSecond(byCommand, 1, seconds),
    await perSecond(byCommand, parallel, seconds),
    await perSecond(byHttp, 1, seconds),
    await perSecond(byHttp, parallel, seconds),
  ];
}

async function perSecond(
  work: (worker: number) => Promise<unknown>,
  workers: number,
  seconds: number,
): Promise<number> {
  let done = 0;
  // By the clock instead of a timer: the embedded database responds within the same turn of the event loop, so
  // that a timer might never fire.
  const startsAt = performance.now() + 500;
  const endsAt = startsAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (performance.now() < endsAt) {
        await work(worker);
        if (performance.now() > startsAt) done++;
      }
    }),
  );
  return done / ((performance.now() - startsAt) / 1000);
}
