import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pdf } from '#test/support/sample-files.ts';
import { mp4 } from '#test/support/sample-videos.ts';
import { cleanUpLater } from '../support/clean-up.ts';
import { createClient, signIn } from '../support/client.ts';
import { memoryOf, watchMemory } from '../support/memory.ts';
import { limitMemory } from '../support/memory-limit.ts';
import { say, sayTable } from '../support/report.ts';
import { databaseKinds, newEnvironment } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createUploader, photo } from '../support/uploader.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'how much memory the first start, a later start, and a day of work take, on both databases';

/** `-- memory [MEGABYTES]`: with a number, under that limit, which must not end any process. */
export async function run([megabytes]: string[]): Promise<void> {
  buildWeb();
  const limit = megabytes ? limitMemory(Number(megabytes)) : undefined;
  const columns: Record<string, number[]> = {};
  for (const kind of await databaseKinds()) {
    const environment = await newEnvironment(kind);
    const first = await startServerProcess(environment, limit);
    const { most } = memoryOf(first.pid);
    await first.kill();

    const server = await startServerProcess(environment, limit);
    const later = memoryOf(server.pid).most;
    await sleep(10_000);
    const rest = memoryOf(server.pid).now;
    const memory = watchMemory(server.pid);
    await workForADay(environment);
    const { alone, together } = memory.take();
    memory.stop();
    await sleep(10_000);
    columns[kind] = [most, later, rest, alone, together, memoryOf(server.pid).now];
    await server.kill();
  }
  const rows = [
    'first start, highest',
    'later start, highest',
    'at rest',
    'a day of work, highest, server alone',
    'the same with its processes for files',
    'at rest afterwards',
  ];
  sayTable(
    ['MB', ...Object.keys(columns)],
    rows.map((row, index) => [row, ...Object.values(columns).map((column) => column[index] ?? 0)]),
  );
  if (limit) {
    const ended = limit.ended();
    say(`Processes that ended because of the limit of ${megabytes} MB: ${ended}.`);
    if (ended > 0) process.exitCode = 1;
  }
}

/** Gifts, pages, four photos at once, a PDF, a video of 50 MB, and a backup. */
async function workForADay(environment: Record<string, string>): Promise<void> {
  const url = environment.PUBLIC_URL ?? '';
  const uploader = await createUploader(url);
  await give(url, uploader.causeId);
  const picture = await photo(4_000, 3_000);
  await Promise.all(
    Array.from({ length: 4 }, async () => uploader.settle(await uploader.upload('photo', picture))),
  );
  await uploader.settle(await uploader.upload('receipt', await pdf(['one', 'two', 'three'])));
  const video = mp4({ frames: 50 * 1024 ** 2, seconds: 100 });
  await uploader.settle(await uploader.upload('video', video));

  const folder = await mkdtemp(join(tmpdir(), 'everycent-bench-backup-'));
  cleanUpLater(() => rm(folder, { recursive: true, force: true }));
  const backup = spawn(process.execPath, ['scripts/backup.ts', folder], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(backup, 'exit');
  if (code !== 0) throw new Error('The backup failed.');
}

async function give(url: string, causeId: string): Promise<void> {
  const client = createClient(url, await signIn(url));
  const donor = { firstName: 'Ada', lastName: 'L', email: 'a@example.com', phone: '5', zip: '1' };
  for (let gift = 1; gift <= 50; gift++) {
    const answer = await client.post('/api/donations', { amount: 1_000 + gift, causeId, ...donor });
    const { url: paymentUrl } = (await answer.json()) as { url: string };
    const paid = await client.pay(paymentUrl);
    if (paid.status !== 303) throw new Error(`A gift failed: ${await paid.text()}`);
    for (const path of ['/', '/api/impact', '/api/donations', '/api/nominations']) {
      await (await client.get(path)).text();
    }
  }
}
