import { setTimeout as sleep } from 'node:timers/promises';
import { exportFilePath } from '#contract/exports/export-path.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { upgradeDatabase } from '#server/upgrade.ts';
import { createClient, signIn } from '../support/client.ts';
import { fill } from '../support/fill.ts';
import { watchMemory } from '../support/memory.ts';
import { middleAndWorst, say, sayTable } from '../support/report.ts';
import { type DatabaseKind, databaseKinds, newEnvironment } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'seconds and memory of an export of 1,000,000 donations while 10 calls a second are answered, on both databases';

/** `-- export [DONATIONS] [DATABASE]`: by the job, with the download of the file; every row must be in it once. */
export async function run([donations = '1000000', only]: string[]): Promise<void> {
  buildWeb();
  const rows: (string | number)[][] = [];
  for (const kind of await databaseKinds()) {
    if (only && only !== kind) continue;
    rows.push(await measure(kind, Number(donations)));
  }
  sayTable(
    [
      `${Number(donations).toLocaleString('en-US')} donations`,
      'export, s',
      'download, s',
      'file, MB',
      'memory before, MB',
      'highest, MB',
      'calls',
      'middle, ms',
      'worst, ms',
    ],
    rows,
  );
}

async function measure(kind: DatabaseKind, donations: number): Promise<(string | number)[]> {
  const environment = await newEnvironment(kind);
  const config = readConfig(environment);
  const connection = await openDatabase(config);
  await upgradeDatabase(config, connection, async () => {});
  await fill(connection.db, { donations, amount: 5_000, availableEvery: 50 });
  await connection.close();
  say(`${kind}: filled.`);

  const server = await startServerProcess(environment);
  const url = environment.PUBLIC_URL ?? '';
  const client = createClient(url, await signIn(url));
  await sleep(3_000);
  const memory = watchMemory(server.pid);
  await callFor(client, 50);
  const before = memory.take().together;

  const startedAt = performance.now();
  const calls = { isOver: false, took: [] as number[] };
  const others = answerMeanwhile(client, calls);
  const item = await json(
    await client.post('/api/exports', { list: 'donations', format: 'csv', filter: '' }),
  );
  let state = item.state;
  while (state === 'waiting') {
    await sleep(250);
    const list = await json(await client.get('/api/exports'));
    state = list.find(({ id }: { id: string }) => id === item.id)?.state;
  }
  if (state !== 'ready') throw new Error(`The export is ${state}.`);
  const exportSeconds = (performance.now() - startedAt) / 1000;
  const openedAt = performance.now();
  await json(await client.post(`/api/exports/${item.id}/open`, {}));
  const { bytes, lines } = await countLines(await client.get(exportFilePath(item.id)));
  const downloadSeconds = (performance.now() - openedAt) / 1000;
  const { together } = memory.take();
  memory.stop();
  calls.isOver = true;
  await others;
  await server.kill();
  if (lines !== donations + 1) {
    throw new Error(`The file has ${lines} lines instead of ${donations + 1}.`);
  }
  const { middle, worst } = middleAndWorst(calls.took);
  return [
    kind,
    exportSeconds.toFixed(1),
    downloadSeconds.toFixed(1),
    (bytes / 1_000_000).toFixed(0),
    before,
    together,
    calls.took.length,
    middle.toFixed(0),
    worst.toFixed(0),
  ];
}

type Client = ReturnType<typeof createClient>;

/** Ten calls a second, at their time whether the ones before are answered or not. */
async function answerMeanwhile(
  client: Client,
  calls: { isOver: boolean; took: number[] },
): Promise<void> {
  const pending: Promise<void>[] = [];
  while (!calls.isOver) {
    pending.push(callOnce(client, calls.took));
    await sleep(100);
  }
  await Promise.all(pending);
}

async function callOnce(client: Client, took: number[]): Promise<void> {
  const startedAt = performance.now();
  await json(await client.get('/api/donations?limit=50'));
  took.push(performance.now() - startedAt);
}

async function callFor(client: Client, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await callOnce(client, []);
}

async function json(answer: Response) {
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text);
}

async function countLines(answer: Response): Promise<{ bytes: number; lines: number }> {
  if (!answer.ok || !answer.body) throw new Error(await answer.text());
  let bytes = 0;
  let lines = 0;
  for await (const part of answer.body) {
    bytes += part.length;
    for (const byte of part) if (byte === 10) lines++;
  }
  return { bytes, lines };
}
