import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportDetail } from '#contract/imports/imports.ts';
import { busyImportStates } from '#core/imports/imports.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { upgradeDatabase } from '#server/upgrade.ts';
import { createClient, signIn } from '../support/client.ts';
import { watchMemory } from '../support/memory.ts';
import { middleAndWorst, say, sayTable } from '../support/report.ts';
import { type DatabaseKind, databaseKinds, newEnvironment } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'seconds and memory of an import of 100,000 donations while 4 calls a second are answered, on both databases';

/**
 * `-- import [DONATIONS] [DATABASE]`: a file with a donor for every third donation, ten causes, and every tenth line spent
 * before, is checked, imported, and taken back; every line must be a donation once.
 */
export async function run([donations = '100000', only]: string[]): Promise<void> {
  buildWeb();
  const rows: (string | number)[][] = [];
  for (const kind of await databaseKinds()) {
    if (only && only !== kind) continue;
    rows.push(await measure(kind, Number(donations)));
  }
  sayTable(
    [
      `${Number(donations).toLocaleString('en-US')} donations`,
      'check, s',
      'import, s',
      'take back, s',
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
  await connection.close();
  const server = await startServerProcess(environment);
  const url = environment.PUBLIC_URL ?? '';
  const cookie = await signIn(url);
  const client = createClient(url, cookie);
  await sleep(3_000);
  const memory = watchMemory(server.pid);
  await callOnce(client, []);
  const before = memory.take().together;

  const calls = { isOver: false, took: [] as number[] };
  const others = answerMeanwhile(client, calls);
  const uploaded = await upload(url, cookie, fileOf(donations));
  const path = `/api/imports/${uploaded.id}`;
  const settle = async (): Promise<ImportDetail> => {
    for (;;) {
      const found = (await json(await client.get(path))) as ImportDetail;
      if (!busyImportStates.some((state) => state === found.state)) return found;
      await sleep(250);
    }
  };
  const timed = async (work: () => Promise<unknown>): Promise<[number, ImportDetail]> => {
    const startedAt = performance.now();
    await work();
    const found = await settle();
    return [(performance.now() - startedAt) / 1000, found];
  };
  const importMapping = { ...uploaded.mapping, system: 'Bench', decimalMark: '.' };
  const [checking, checked] = await timed(async () =>
    json(await client.post(`${path}/check`, { revision: uploaded.revision, importMapping })),
  );
  if (checked.counts.new !== donations) {
    throw new Error(`${checked.counts.new} lines come in: ${checked.problem}`);
  }
  say(`${kind}: checked in ${checking.toFixed(0)} s.`);
  const [booking, booked] = await timed(async () =>
    json(await client.post(`${path}/book`, { revision: checked.revision })),
  );
  if (booked.booked !== donations) throw new Error(`${booked.booked} lines became donations.`);
  say(`${kind}: imported in ${booking.toFixed(0)} s.`);
  const [takingBack, back] = await timed(async () =>
    json(await client.post(`${path}/take-back`, { reason: 'A bench' })),
  );
  if (back.takenBack !== donations) throw new Error(`${back.takenBack} lines were taken back.`);
  const { together } = memory.take();
  memory.stop();
  calls.isOver = true;
  await others;
  await server.kill();
  const { middle, worst } = middleAndWorst(calls.took);
  return [
    kind,
    checking.toFixed(1),
    booking.toFixed(1),
    takingBack.toFixed(1),
    before,
    together,
    calls.took.length,
    middle.toFixed(0),
    worst.toFixed(0),
  ];
}

/** A file as somebody would keep it, with the days of some years. */
function fileOf(donations: number): string {
  const lines = ['Gift ID,Date,Amount,Fund,First Name,Last Name,Email,Spent'];
  for (let place = 0; place < donations; place++) {
    const donor = Math.floor(place / 3);
    const day = new Date(Date.UTC(2021, 0, 1 + (place % 1_500))).toISOString().slice(0, 10);
    lines.push(
      [
        ...[`G-${place}`, day, (5 + (place % 200)).toFixed(2), `Cause ${place % 10}`],
        ...['Ada', `Donor ${donor}`, `donor-${donor}@example.org`, place % 10 === 0 ? 'yes' : 'no'],
      ].join(','),
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}

type Client = ReturnType<typeof createClient>;

/** Four calls a second, at their time whether the ones before are answered or not. */
async function answerMeanwhile(
  client: Client,
  calls: { isOver: boolean; took: number[] },
): Promise<void> {
  const pending: Promise<void>[] = [];
  while (!calls.isOver) {
    pending.push(callOnce(client, calls.took));
    await sleep(250);
  }
  await Promise.all(pending);
}

async function callOnce(client: Client, took: number[]): Promise<void> {
  const startedAt = performance.now();
  await json(await client.get('/api/donations?limit=50'));
  took.push(performance.now() - startedAt);
}

async function upload(url: string, cookie: string, content: string): Promise<ImportDetail> {
  const answer = await fetch(`${url}/api/imports?fileName=bench.csv`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', cookie, origin: url },
    body: content,
  });
  return json(answer);
}

async function json(answer: Response) {
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text);
}
