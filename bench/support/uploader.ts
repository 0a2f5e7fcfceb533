import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { FileKind } from '#contract/publishing/files.ts';
import { maxChunkBytes } from '#contract/publishing/uploads.ts';
import { uploadOffsetHeader } from '#contract/upload-errors.ts';
import { createClient, signIn } from './client.ts';

const person = {
  firstName: 'G',
  lastName: 'H',
  email: 'g@example.com',
  phone: '555',
  zip: '10001',
};

/** A photo that does not compress well. */
export function photo(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 50 })
    .toBuffer();
}

export type Uploader = Awaited<ReturnType<typeof createUploader>>;

/** An administrator who adds files to their own nominations. */
export async function createUploader(url: string) {
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
  return { causeId, upload, settle };
}
