import { sql } from 'kysely';
import { createClient, signIn } from '../support/client.ts';
import { fill } from '../support/fill.ts';
import { middleAndWorst, say, sayTable } from '../support/report.ts';
import { type BenchServer, databaseKinds, openServer } from '../support/server.ts';

export const description =
  'milliseconds of the admin calls with 100,000 donations, on both databases';

const repetitions = 15;

/** `-- large [DONATIONS]`: the middle and the worst of 15 calls over HTTP, answers read to their end. */
export async function run([donations = '100000']: string[]): Promise<void> {
  const kinds = await databaseKinds();
  const table = new Map<string, string[]>();
  for (const kind of kinds) {
    const server = await openServer(kind);
    const startedAt = performance.now();
    const { db } = server.connection;
    await fill(db, { donations: Number(donations), amount: 5_000, availableEvery: 50 });
    say(`${kind}: filled in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
    for (const [name, path] of await calls(server)) {
      const { middle, worst } = await measure(server, path);
      const cells = table.get(name) ?? [];
      table.set(name, [...cells, `${middle.toFixed(1)} / ${worst.toFixed(1)}`]);
    }
    await server.close();
  }
  sayTable(
    ['milliseconds, middle / worst', ...kinds],
    [...table].map(([name, cells]) => [name, ...cells]),
  );
}

async function calls({ connection: { db } }: BenchServer): Promise<[string, string][]> {
  const { rows } = await sql<{ id: string; createdAt: string }>`
    select id, created_at from donations order by created_at desc, id desc
    offset (select count(*) * 9 / 10 from donations) limit 1`.execute(db);
  const [deep] = rows;
  if (!deep) throw new Error('There are no donations.');
  const cursor = Buffer.from(`${deep.createdAt} ${deep.id}`).toString('base64url');
  return [
    ['donations, first page of 500', '/api/donations'],
    ['donations, page after 90 %', `/api/donations?cursor=${cursor}`],
    ['donations with money left (1 in 50)', '/api/donations?hideFullyAllocated=true'],
    ['donations by the start of an id', `/api/donations?id=${deep.id.slice(0, 8)}`],
    ['one donation', `/api/donations/${deep.id}`],
    ['nominations, first page of 500', '/api/nominations'],
    ['nominations by name, rare', '/api/nominations?nominee=ominee%209999'],
    ['nominations by name, none', '/api/nominations?nominee=nobody'],
    ['nominations by status', '/api/nominations?status=pending'],
    ['causes with their counts', '/api/causes'],
    ['dashboard', '/api/dashboard'],
  ];
}

async function measure({ url }: BenchServer, path: string) {
  const client = createClient(url, await signIn(url));
  const measured: number[] = [];
  for (let index = 0; index <= repetitions; index++) {
    const startedAt = performance.now();
    const answer = await client.get(path);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${text}`);
    // The first call warms up.
    if (index > 0) measured.push(performance.now() - startedAt);
  }
  return middleAndWorst(measured);
}
