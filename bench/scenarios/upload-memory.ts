import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { type FileKind, maxChunkBytes, uploadOffsetHeader } from '#contract/publishing/files.ts';
import { bombs, laden } from '#test/support/bombs.ts';
import { mp4 } from '#test/support/sample-videos.ts';
import { createClient, signIn } from '../support/client.ts';
import { type MemoryWatch, watchMemory } from '../support/memory.ts';
import { type Figures, say, sayTable } from '../support/report.ts';
import { databaseKinds, newEnvironment } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'how much memory uploads use: four at once, decompression bombs, and a video of 200 MB';

const megabyte = 1024 * 1024;
const person = {
  firstName: 'G',
  lastName: 'H',
  email: 'g@example.com',
  phone: '555',
  zip: '10001',
};

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

type Uploader = Awaited<ReturnType<typeof createUploader>>;

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

function photo(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 50 })
    .toBuffer();
}

/** An administrator who adds files to their own nominations. */
async function createUploader(url: string) {
  const cookie = await signIn(url);
  const client = createClient(url, cookie);
  const made = async (path: string, body: object) => {
    const answer = await client.post(path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  };
  const causeId = await made('/api/causes', { name: 'Shelter' });
  const nominationId = await made('/api/nominations', {
    nominee: 'Maria Lopez',
    description: 'Her heating broke.',
    causeId,
    ...person,
  });
  await made(`/api/nominations/${nominationId}`, { isAccepted: true, isRejected: false });

  async function upload(kind: FileKind, content: Buffer): Promise<string> {
    const id = await made('/api/files', { nominationId, kind, bytes: content.length });
    for (let offset = 0; offset < content.length; offset += maxChunkBytes) {
      const answer = await fetch(`${url}/api/files/${id}/content`, {
        method: 'POST',
        headers: {
          cookie,
          'content-type': 'application/octet-stream',
          [uploadOffsetHeader]: String(offset),
        },
        body: new Uint8Array(content.subarray(offset, offset + maxChunkBytes)),
      });
      if (answer.status !== 200) throw new Error(await answer.text());
    }
    return id;
  }

  /** Waits until the file is processed. */
  async function settle(id: string): Promise<void> {
    for (;;) {
      const { state } = (await (await client.get(`/api/files/${id}`)).json()) as { state: string };
      if (state === 'ready' || state === 'failed') return;
      await sleep(100);
    }
  }
  return { upload, settle };
}
