import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { CauseId, FileId, NominationId } from '#contract/ids.ts';
import { type File, getFile, publishFile, updateFile } from '#contract/publishing/files.ts';
import { publishNomination, savePublicPage } from '#contract/publishing/public-pages.ts';
import { createFile, uploadFileContent } from '#contract/publishing/uploads.ts';
import { uploadOffsetHeader } from '#contract/upload-errors.ts';
import { createCause } from '#contract/vetting/causes.ts';
import { createNomination, updateNomination } from '#contract/vetting/nominations.ts';
import { createClient, signIn } from './client.ts';

/** Publishes a need with this many photos of 12 megapixels, the first one as its cover; returns its id. */
export async function publishNeedWithPhotos(url: string, count: number): Promise<NominationId> {
  const cookie = await signIn(url);
  const client = createClient(url, cookie);
  const send = async <T>(path: string, body: object): Promise<T> => {
    const answer = await client.post(path, body);
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const at = (path: string, id: string) => path.replace(':id', id);

  const cause = await send<{ id: CauseId }>(createCause.path, { name: 'Heating' });
  const person = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' };
  const { id: nominationId } = await send<{ id: NominationId }>(createNomination.path, {
    ...person,
    phone: '555-0100',
    zip: '10001',
    nominee: 'Maria Lopez',
    causeId: cause.id,
    description: 'Heating.',
  });
  await send(at(updateNomination.path, nominationId), { isAccepted: true, isRejected: false });

  const photoIds: FileId[] = [];
  for (let number = 1; number <= count; number++) {
    const content = await takePhoto();
    const input = { nominationId, kind: 'photo', bytes: content.length };
    const { id } = await send<File>(createFile.path, input);
    await fetch(url + at(uploadFileContent.path, id), {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/octet-stream', [uploadOffsetHeader]: '0' },
      body: new Uint8Array(content),
    });
    const isReady = async () =>
      ((await (await client.get(at(getFile.path, id))).json()) as File).state === 'ready';
    while (!(await isReady())) await pause(100);
    await send(at(updateFile.path, id), {
      caption: `Photo ${number}`,
      alternativeText: 'Abstract shapes',
      consentBy: 'Maria',
      consentScope: 'This website',
      consentUntil: '',
    });
    await send(at(publishFile.path, id), {});
    photoIds.push(id);
  }
  await send(at(savePublicPage.path, nominationId), {
    publicName: 'A warm winter',
    summary: 'Their heating broke.',
    story: 'It is warm again.',
    coverFileId: photoIds[0] ?? null,
  });
  await send(at(publishNomination.path, nominationId), {});
  return nominationId;
}

/** As large as a photo taken by a phone: soft shapes, and the noise of a sensor. */
async function takePhoto(): Promise<Buffer> {
  const [width, height] = [4_000, 3_000];
  const small = { width: 64, height: 48, channels: 3 } as const;
  const shapes = sharp(randomBytes(small.width * small.height * 3), { raw: small });
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const grain = sharp({
    create: { width, height, channels: 3, background: '#888', noise },
  });
  return shapes
    .resize(width, height, { kernel: 'cubic' })
    .composite([
      { input: await grain.png({ compressionLevel: 1 }).toBuffer(), blend: 'soft-light' },
    ])
    .jpeg({ quality: 85 })
    .toBuffer();
}
