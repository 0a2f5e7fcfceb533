import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { mailWorker } from '#server/operations/outbox/jobs.ts';
import { countWaitingJobs } from '#server/platform/jobs/job-table.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import { createMailTransport } from '#server/platform/mail/transport.ts';
import { attackWatch } from '#server/platform/misuse/jobs.ts';
import { statementsOf } from '#test/support/statements.ts';
import { createClient } from '../support/client.ts';
import { fill } from '../support/fill.ts';
import { perSecond } from '../support/rate.ts';
import { say, sayTable } from '../support/report.ts';
import { type BenchServer, databaseKinds, openServer } from '../support/server.ts';

export const description = 'gifts per second by HTTP, and the statements of one, on both databases';

const phases = ['start', 'pay and book', 'receipt', 'receipt: workers that ask for mail'];
const parallel = 16;

/** `-- gifts [SECONDS]`: how long each rate is measured, after a warm-up of half a second. */
export async function run([seconds = '5']: string[]): Promise<void> {
  const kinds = await databaseKinds();
  const counts: Record<string, number[]> = {};
  const rates: Record<string, number[]> = {};
  for (const kind of kinds) {
    const server = await openServer(kind);
    await fill(server.connection.db, { donations: parallel, amount: 10_000, availableEvery: 1 });
    const giving = await prepare(server);
    // A first one fills the caches.
    await giving.give();
    rates[kind] = [
      await perSecond(giving.give, 1, Number(seconds)),
      await perSecond(giving.give, parallel, Number(seconds)),
    ];
    counts[kind] = await countByPhase(server, giving);
    const differences = await checkLedger(server.connection.db);
    say(`${kind}: the ledger has ${differences.length} differences afterwards.`);
    if (differences.length > 0) process.exitCode = 1;
    await server.close();
  }
  const column = (of: Record<string, number[]>, index: number) =>
    kinds.map((kind) => Math.round(of[kind]?.[index] ?? 0));
  sayTable(
    ['statements of one gift', ...kinds],
    phases.map((phase, index) => [phase, ...column(counts, index)]),
  );
  say('');
  sayTable(
    ['gifts per second, taken and booked', ...kinds],
    ['1 at a time', `${parallel} at once`].map((row, index) => [row, ...column(rates, index)]),
  );
}

type Giving = Awaited<ReturnType<typeof prepare>>;

/** A donor, over HTTP, each time from a network and with an address of their own. */
async function prepare({ connection: { db }, url }: BenchServer) {
  const { id: causeId } = await db.selectFrom('causes').select('id').executeTakeFirstOrThrow();
  const client = createClient(url);
  const person = { firstName: 'Grace', lastName: 'Hopper', phone: '555-0100', zip: '10001' };
  const start = async () => {
    const email = `${randomUUID()}@example.org`;
    const answer = await client.post('/api/donations', {
      amount: 1_000,
      causeId,
      email,
      ...person,
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    const page: { url: string } = JSON.parse(await answer.text());
    return page.url;
  };
  const pay = async (page: string) => {
    const answer = await client.pay(page);
    if (answer.status !== 303) throw new Error(await answer.text());
    await answer.arrayBuffer();
  };
  return { start, pay, give: async () => pay(await start()) };
}

/** What one gift takes, while nothing else is going on. */
async function countByPhase(server: BenchServer, { start, pay }: Giving): Promise<number[]> {
  const { boss, connection, mailer } = server;
  const { db } = connection;
  while ((await countWaitingJobs(db, mailQueue)).waiting > 0) await sleep(100);
  // Nobody takes the receipt from the queue while the other phases are counted, and no minute's work comes between.
  await boss.offWork(mailQueue.name);
  await boss.offWork(attackWatch.queue.name);
  let page = '';
  const started = await statementsOf(async () => {
    page = await start();
  });
  const paid = await statementsOf(() => pay(page));
  const sent = await statementsOf(async () => {
    const transport = createMailTransport(mailer.config);
    await mailWorker.start({ ...server, db, transport });
    await sleep(1_000);
    await boss.offWork(mailQueue.name);
  });
  const asked = sent.filter(({ text }) => /^\s*WITH\s+next\s/.test(text)).length;
  return [started.length, paid.length, sent.length - asked, asked];
}
