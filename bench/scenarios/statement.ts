import { setTimeout as sleep } from 'node:timers/promises';
import { isoDayOf } from '#core/platform/dates.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { upgradeDatabase } from '#server/upgrade.ts';
import { createClient, signIn } from '../support/client.ts';
import { fill } from '../support/fill.ts';
import { watchMemory } from '../support/memory.ts';
import { middleAndWorst, say, sayTable } from '../support/report.ts';
import { type DatabaseKind, databaseKinds, newEnvironment } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'seconds and memory of the statement of a donor who gave 400 times, as a PDF, on both databases';

const times = 20;

/** `-- statement [DONATIONS] [DATABASE]`: one after the other, as the team saves them from the page of a donor. */
export async function run([donations = '400', only]: string[]): Promise<void> {
  buildWeb();
  const rows: (string | number)[][] = [];
  for (const kind of await databaseKinds()) {
    if (only && only !== kind) continue;
    rows.push(await measure(kind, Number(donations)));
    say(`${kind}: measured.`);
  }
  sayTable(
    [
      `${Number(donations).toLocaleString('en-US')} donations`,
      'statements',
      'first, ms',
      'middle, ms',
      'worst, ms',
      'PDF, kB',
      'memory before, MB',
      'highest, MB',
    ],
    rows,
  );
}

async function measure(kind: DatabaseKind, donations: number): Promise<(string | number)[]> {
  const environment = await newEnvironment(kind);
  const config = readConfig(environment);
  const connection = await openDatabase(config);
  await upgradeDatabase(config, connection, async () => {});
  await fill(connection.db, { donations, amount: 5_000, availableEvery: 2 });
  const { donorId, from } = await giveAllToOneDonor(connection.db);
  await connection.close();

  const server = await startServerProcess(environment);
  const url = environment.PUBLIC_URL ?? '';
  const client = createClient(url, await signIn(url));
  await sleep(3_000);
  const memory = watchMemory(server.pid);
  const before = memory.take().together;
  const took: number[] = [];
  let kilobytes = 0;
  for (let count = 0; count < times; count++) {
    const startedAt = performance.now();
    const to = isoDayOf(new Date(), 'UTC');
    const answer = await client.get(`/api/donors/${donorId}/statement?from=${from}&to=${to}`);
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    took.push(performance.now() - startedAt);
    kilobytes = Buffer.from(JSON.parse(text).base64, 'base64').length / 1_000;
  }
  const { together } = memory.take();
  memory.stop();
  await server.kill();
  const { middle, worst } = middleAndWorst(took);
  const [first = 0] = took;
  const milliseconds = [first, middle, worst].map((value) => value.toFixed(0));
  return [kind, times, ...milliseconds, kilobytes.toFixed(0), before, together];
}

/** Returns the donor, and the day of the oldest donation. */
async function giveAllToOneDonor(db: Db): Promise<{ donorId: string; from: string }> {
  const { id: donorId } = await db.selectFrom('donors').select('id').executeTakeFirstOrThrow();
  await db.updateTable('donations').set({ donorId }).execute();
  const { receivedOn } = await db
    .selectFrom('donations')
    .select('receivedOn')
    .orderBy('receivedOn')
    .executeTakeFirstOrThrow();
  return { donorId, from: receivedOn };
}
