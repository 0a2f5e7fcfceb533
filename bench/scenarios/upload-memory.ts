import { setTimeout as sleep } from 'node:timers/promises';
import { bombs, laden } from '#test/support/bombs.ts';
import { mp4 } from '#test/support/sample-videos.ts';
import { type MemoryWatch, watchMemory } from '../support/memory.ts';
import { type Figures, say, sayTable } from '../support/report.ts';
import { databaseKinds, newEnvironment } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createUploader, photo, type Uploader } from '../support/uploader.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'how much memory uploads use: four at once, decompression bombs, and a video of 200 MB';

const megabyte = 1024 * 1024;

/** `-- upload-memory`: the server in a process of its own, including the processes that work on files. */
export async function run(): Promise<{ U3: Figures[]; U4: Figures[] }> {
  buildWeb();
  const rows: (string | number)[][] = [];
  const figures: { U3: Figures[]; U4: Figures[] } = { U3: [], U4: [] };
  for (const database of await databaseKinds()) {
    const environment = await newEnvironment(database);
    const server = await startServerProcess(environment);
    const url = environment.PUBLIC_URL ?? '';
    const uploader = await createUploader(url);
    // What a first upload loads permanently does not count.
    await uploader.settle(await uploader.upload('photo', await photo(1_000, 800)));
    const memory = watchMemory(server.pid);
    try {
      const pictures = await fourAtOnce(uploader, memory);
      const video = await oneVideo(uploader, memory);
      figures.U3.push({ database, figures: { 'MB more with four uploads at once': pictures } });
      figures.U4.push({
        database,
        figures: { 'MB more of the server during 200 MB of video': video },
      });
      rows.push([database, pictures, video]);
    } finally {
      memory.stop();
      await server.kill();
    }
  }
  say('');
  sayTable(
    [
      'MB more at most',
      'four pictures and bombs at once, children included',
      'a video of 200 MB, server alone',
    ],
    rows,
  );
  return figures;
}

/** The largest accepted pictures and everything that tries to exhaust our memory, four at a time. */
async function fourAtOnce(uploader: Uploader, memory: MemoryWatch): Promise<number> {
  const large = await photo(8_000, 6_000);
  const pictures = Array.from({ length: 4 }, () => ['photo', large] as const);
  const all = [...(await bombs()), ...(await laden())].map(
    ([, kind, content]) => [kind, content] as const,
  );
  const waiting = [...pictures, ...all];
  await sleep(2_000);
  const before = memory.take().together;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await uploader.settle(await uploader.upload(...next));
      }
    }),
  );
  return memory.take().together - before;
}

async function oneVideo(uploader: Uploader, memory: MemoryWatch): Promise<number> {
  const content = mp4({ frames: 199 * megabyte, seconds: 400 });
  await sleep(2_000);
  const before = memory.take().alone;
  await uploader.settle(await uploader.upload('video', content));
  return memory.take().alone - before;
}
