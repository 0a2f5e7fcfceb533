import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';
import { serveSitemaps } from '#server/site/sitemaps.ts';
import { createClient } from '../support/client.ts';
import { fill, vacuum, write } from '../support/fill.ts';
import { type Figures, middleAndWorst, say, sayTable } from '../support/report.ts';
import { type DatabaseKind, databaseKinds, openServer } from '../support/server.ts';

export const description =
  'milliseconds of what everyone reads, with 1,000, 100,000, and 1,000,000 donations, and beside 50 looping clients';

// Reads take about 2 ms: as many as it takes for the middle to stay the same from run to run.
const repetitions = 301;
const unmeasured = 50;
const looping = { clients: 50, seconds: 10 };
const paths = [
  '/api/impact',
  '/sitemap.xml',
  '/api/impact/needs?limit=12',
  '/api/impact/needs?limit=12&state=completed',
  '/api/causes',
];

/** `-- public-reads [DONATIONS,…] [DATABASE]`: medians over HTTP, and of `/api/causes` while others read as fast as they can. */
export async function run([sizes = '1000,100000,1000000', only]: string[]): Promise<Figures[]> {
  const kinds = (await databaseKinds()).filter((kind) => only === undefined || kind === only);
  const figures: Figures[] = [];
  for (const kind of kinds) {
    const columns: string[][] = [];
    const headers: string[] = [];
    for (const size of sizes.split(',').map(Number)) {
      columns.push(await measureSize(kind, size));
      headers.push(size.toLocaleString('en-US'));
    }
    const names = [
      ...paths,
      `/api/causes beside ${looping.clients} looping clients`,
      'times in 100 that readiness said no, beside them',
    ];
    sayTable(
      [`${kind}: milliseconds, median`, ...headers],
      names.map((name, index) => [name, ...columns.map((column) => column[index] ?? '')]),
    );
    const counts = sizes.split(',').map(Number);
    figures.push({ database: kind, figures: figuresOf(counts, columns) });
  }
  return figures;
}

/** What the bar asks of the columns of the table, one for each number of donations, the smallest first. */
function figuresOf(counts: number[], columns: string[][]): Record<string, number> {
  const rows = columns.map((column) => column.map(Number));
  const largest = rows.at(-1) ?? [];
  const times = paths.map((_, index) => (largest[index] ?? Number.NaN) / (rows[0]?.[index] ?? 0));
  return {
    donations: counts.at(-1) ?? 0,
    'times slower with the most donations': Math.round(10 * Math.max(...times)) / 10,
    'milliseconds of the slowest read': Math.max(...largest.slice(0, paths.length)),
    'milliseconds of a read beside looping clients': largest[paths.length] ?? Number.NaN,
    'times in 100 that readiness said no': largest[paths.length + 1] ?? Number.NaN,
  };
}

async function measureSize(kind: DatabaseKind, donations: number): Promise<string[]> {
  const server = await openServer(kind, async (app, site, { db }) =>
    serveSitemaps(app, site.publicUrl, db),
  );
  const { db } = server.connection;
  const startedAt = performance.now();
  await fill(db, { donations, amount: 5_000, availableEvery: 50 });
  await publishAll(db);
  say(`${kind}, ${donations}: filled in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  const client = createClient(server.url);
  const alone = [];
  for (const path of paths) alone.push(await medianOf(repetitions, () => read(client, path)));
  const beside = await besideLoopingClients(server.url);
  await server.close();
  return [...alone.map((ms) => ms.toFixed(1)), ...beside];
}

async function besideLoopingClients(url: string): Promise<string[]> {
  const worker = new Worker(new URL('../support/looping-client.ts', import.meta.url), {
    workerData: { url, paths: paths.slice(0, 3), clients: looping.clients },
  });
  const client = createClient(url);
  const measured: number[] = [];
  let [no, asked] = [0, 0];
  const end = performance.now() + looping.seconds * 1000;
  // The clients start in the first second.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  while (performance.now() < end) {
    const startedAt = performance.now();
    await read(client, '/api/causes');
    measured.push(performance.now() - startedAt);
    asked += 1;
    no += Number((await client.get('/api/ready')).status !== 200);
  }
  await worker.terminate();
  return [middleAndWorst(measured).middle.toFixed(1), ((100 * no) / asked).toFixed(0)];
}

async function medianOf(times: number, work: () => Promise<void>): Promise<number> {
  for (let count = 0; count < unmeasured; count += 1) await work();
  const measured: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const startedAt = performance.now();
    await work();
    measured.push(performance.now() - startedAt);
  }
  return middleAndWorst(measured).middle;
}

async function read(client: ReturnType<typeof createClient>, path: string): Promise<void> {
  const answer = await client.get(path);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
}

/** A page for each nomination, one in ten of them completed. */
async function publishAll(db: Db): Promise<void> {
  await write(
    db,
    sql`update nominations set is_completed = true
      where ('x' || right(id::text, 4))::bit(16)::int % 10 = 0`,
  );
  await write(
    db,
    sql`insert into public_pages (nomination_id, public_name, summary, story, is_published, published_at)
      select id, nominee, 'A furnace', 'It was cold.', true, created_at from nominations`,
  );
  await vacuum(db);
}
