import { Worker } from 'node:worker_threads';
import { memoryOf } from '../support/memory.ts';
import { middleAndWorst, say, sayTable } from '../support/report.ts';
import { newEnvironment } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'bytes and milliseconds of the API reference, and of /api/health beside ten clients of it';

const path = '/api/docs/json';
const clients = 10;
const seconds = 10;

/** `-- api-reference`: the first call after a start, later ones, and `/api/health` beside looping clients. */
export async function run(): Promise<void> {
  buildWeb();
  const environment = await newEnvironment('embedded');
  const { pid, kill } = await startServerProcess(environment);
  const url = environment.PUBLIC_URL ?? '';
  const rows: (string | number)[][] = [];
  const before = memoryOf(pid).now;
  rows.push(['ms of the first call', (await read(url + path)).toFixed(1)]);
  const later: number[] = [];
  for (let count = 0; count < 100; count += 1) later.push(await read(url + path));
  rows.push(['ms of later calls, median', middleAndWorst(later).middle.toFixed(1)]);
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { headers } = await fetch(url + path, { headers: { 'accept-encoding': encoding } });
    rows.push([`bytes, ${encoding}`, headers.get('content-length') ?? 'not said']);
  }
  rows.push(['ms of /api/health alone, median and worst', await health(url)]);
  const worker = new Worker(new URL('../support/looping-client.ts', import.meta.url), {
    workerData: { url, paths: [path], clients },
  });
  rows.push([`ms of /api/health beside ${clients} clients, median and worst`, await health(url)]);
  await worker.terminate();
  rows.push(['MB of the server before the first call', before]);
  rows.push(['MB of the server afterwards', memoryOf(pid).now]);
  await kill();
  say('');
  sayTable(['API reference', ''], rows);
}

async function health(url: string): Promise<string> {
  const measured: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) measured.push(await read(`${url}/api/health`));
  const { middle, worst } = middleAndWorst(measured);
  return `${middle.toFixed(1)}  ${worst.toFixed(1)}`;
}

async function read(address: string): Promise<number> {
  const startedAt = performance.now();
  await (await fetch(address)).arrayBuffer();
  return performance.now() - startedAt;
}
