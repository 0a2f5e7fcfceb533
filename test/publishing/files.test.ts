import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BufferSource,
  EncodedPacketSink,
  Input,
  type InputTrack,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { nominationPath } from '#contract/admin-pages.ts';
import type { FileId } from '#contract/ids.ts';
import { listAudit } from '#contract/operations/audit-trail.ts';
import { maxFilesPerNomination } from '#contract/publishing/file-limits.ts';
import { fileCopyPath, originalPath, publicFilePath } from '#contract/publishing/file-paths.ts';
import {
  type File,
  listFiles,
  publishFile,
  redactFile,
  updateFile,
} from '#contract/publishing/files.ts';
import { runTask } from '#server/publishing/processing/processing.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAcceptedNomination, anAdministrator, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { heic, pdf, picture, pictureWithSecrets, secrets } from '#test/support/sample-files.ts';
import { eastAsianFont, glyphFont, rawPdf, shown, utf16 } from '#test/support/sample-pdfs.ts';
import { mp4, mp4Secrets, webm, webmSecrets } from '#test/support/sample-videos.ts';
import { repeats } from '#test/support/tier.ts';
import {
  aFile,
  aPublishedFile,
  details,
  publishPageOnce,
  settled,
  tryUpload,
} from '#test/support/upload.ts';

const testApp = useTestApp();
const pictures = repeats({ change: 4, release: 100 });

async function download(url: string, cookie?: string) {
  const response = await testApp.request({ url, headers: { ...(cookie && { cookie }) } });
  expect([url, response.statusCode]).toEqual([url, 200]);
  return response.rawPayload;
}

async function copiesOf(file: Awaited<ReturnType<typeof aFile>>) {
  const cookie = await signIn(testApp);
  return Promise.all(
    file.copies.map(async (copy) => ({
      ...copy,
      content: await download(fileCopyPath(file.id, copy.key), cookie),
    })),
  );
}

const hash = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

describe('a photo', () => {
  test('is stored unchanged, with copies in several widths and two formats', async () => {
    const content = await picture('jpeg', { width: 2000, height: 1000 });
    const file = await aFile(testApp, { content });
    expect(file).toMatchObject({ width: 2000, height: 1000, mediaType: 'image/jpeg' });
    const reader = await anAdministrator(testApp);
    const cookie = await signIn(testApp, reader);
    const original = await download(originalPath(file.id), cookie);
    await download(originalPath(file.id), cookie);
    // It may show somebody: whoever has opened it has read about the nomination.
    const { body: read } = await testApp.call(listAudit, {
      cookie,
      query: { actor: `user:${reader.id}` },
    });
    expect(read.map(({ action, subject }) => [action, subject.path])).toEqual([
      ['contact.nomination_opened', nominationPath(file.nominationId)],
    ]);
    expect(original.equals(content)).toBe(true);
    expect(file.sha256).toBe(hash(content));
    expect(file.copies.map(({ mediaType, width }) => `${mediaType} ${width}`).sort()).toEqual([
      'image/jpeg 1600',
      'image/jpeg 480',
      'image/jpeg 960',
      'image/webp 1600',
      'image/webp 480',
      'image/webp 960',
    ]);
    for (const copy of await copiesOf(file)) {
      const { width, height, format } = await sharp(copy.content).metadata();
      expect(copy).toMatchObject({ width, height, mediaType: `image/${format}` });
      expect(copy).toMatchObject({ sha256: hash(copy.content), bytes: copy.content.length });
    }
  });

  test('as tall as a screenshot of a long page is made to fit', async () => {
    const content = await picture('png', { width: 1080, height: 20_000 });
    const { copies } = await aFile(testApp, { content });
    expect(copies.map(({ width }) => width)).toEqual([480, 480, 864, 864]);
    expect(copies.at(-1)?.height).toBe(16_000);
  });

  test('is not enlarged', async () => {
    const file = await aFile(testApp, { content: await picture('png', { width: 500 }) });
    expect(new Set(file.copies.map(({ width }) => width))).toEqual(new Set([480, 500]));
  });

  test('as HEIC keeps its colors, rotated and without metadata', async () => {
    const file = await aFile(testApp, { content: heic() });
    expect(file).toMatchObject({ mediaType: 'image/heic', width: 48, height: 64 });
    await expectClean(file);
    for (const { content } of await copiesOf(file)) {
      const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
      const pixel = (x: number, y: number) =>
        [...data.subarray((y * info.width + x) * 3)].slice(0, 3);
      // The red of the sample is sRGB's #d00: interpreted as Display P3 without conversion, it would be paler.
      expect(near(pixel(24, 10), [0xdd, 0, 0])).toBe(true);
      expect(near(pixel(24, 54), [0, 0, 0xdd])).toBe(true);
    }
    const page = await aFile(testApp, { kind: 'receipt', content: heic() });
    expect(page.copies.map(({ role }) => role)).toEqual(['page']);
    await expectClean(page);
  });

  test('loses all metadata and is upright, whatever its type and orientation', {
    timeout: 600_000,
  }, async () => {
    const cookie = await signIn(testApp);
    const formats = ['jpeg', 'png', 'webp'] as const;
    const started: { id: FileId; content: Buffer; name: string }[] = [];
    let nominationId = await anAcceptedNomination(testApp);
    for (let index = 0; index < pictures; index++) {
      if (index > 0 && index % maxFilesPerNomination === 0)
        nominationId = await anAcceptedNomination(testApp);
      const format = formats[index % 3] ?? 'jpeg';
      const orientation = 1 + (index % 8);
      const content = await pictureWithSecrets(format, { orientation, width: 600 + 2 * index });
      // Without them, the sample would prove nothing.
      expect(content.includes('SECRET-MAKER')).toBe(true);
      const kind = index % 10 === 9 ? 'receipt' : 'photo';
      const { status, body } = await tryUpload(testApp, { content, kind, cookie, nominationId });
      expect(status).toBe(200);
      started.push({ id: body.id, content, name: `${format} ${orientation}` });
    }
    const derivatives: { name: string; left: string[]; isUpright: boolean }[] = [];
    for (const { id, content, name } of started) {
      const file = await settled(testApp, id);
      expect([name, file.state]).toEqual([name, 'ready']);
      const upright = await quarters(await sharp(content).autoOrient().png().toBuffer());
      const copies = await copiesOf(file);
      expect(copies.length).toBeGreaterThan(0);
      for (const copy of copies) {
        const isUpright = near(await quarters(copy.content), upright);
        derivatives.push({ name, left: await metadataIn(copy.content), isUpright });
      }
    }
    const withLeft = derivatives.filter(({ left }) => left.length > 0);
    const notUpright = derivatives.filter(({ isUpright }) => !isUpright);
    recordFigures('U2', {
      'pictures with metadata': pictures,
      derivatives: derivatives.length,
      'with metadata left': withLeft.length,
      'not upright': notUpright.length,
    });
    expect([withLeft, notUpright]).toEqual([[], []]);
  });
});

/** Checks that the copies contain nothing but the picture. */
async function expectClean(file: File): Promise<void> {
  const copies = await copiesOf(file);
  expect(copies.length).toBeGreaterThan(0);
  for (const { content } of copies) expect(await metadataIn(content)).toEqual([]);
}

/** What a picture contains besides itself. */
async function metadataIn(content: Buffer): Promise<string[]> {
  const { exif, xmp, iptc, icc, orientation, comments } = await sharp(content).metadata();
  const parts = Object.entries({ exif, xmp, iptc, icc, orientation, comments });
  return [
    ...parts.filter(([, part]) => part !== undefined).map(([name]) => name),
    ...[...secrets, 'SECRET', 'JFXX', 'Photoshop'].filter((secret) => content.includes(secret)),
  ];
}

/** The colors in the middle of the four quarters of a picture, in order. */
async function quarters(content: Buffer): Promise<number[]> {
  const { data, info } = await sharp(content)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].flatMap((x) => {
      const at = (Math.floor(y * height) * width + Math.floor(x * width)) * channels;
      return [...data.subarray(at, at + 3)];
    }),
  );
}

function near(colors: number[], others: number[]): boolean {
  return (
    colors.length === others.length &&
    colors.every((one, index) => Math.abs(one - (others[index] ?? 0)) < 24)
  );
}

describe('a receipt', () => {
  test('as PDF has a picture of each page, and nothing for the public yet', async () => {
    const file = await aFile(testApp, {
      kind: 'receipt',
      content: await pdf(['First page', 'Second page']),
    });
    expect(file.mediaType).toBe('application/pdf');
    expect(file.copies.map(({ role, page }) => [role, page])).toEqual([
      ['page', 1],
      ['page', 2],
    ]);
    const [first] = await copiesOf(file);
    const { dominant } = await sharp(first?.content).stats();
    expect(dominant.r).toBeGreaterThan(240);
    expect([first?.width, first?.height]).toEqual([833, 625]);
  });

  const scans = repeats({ change: 2, release: 20 });
  test(`as PDF of ${scans} scanned pages is rendered within its memory limit`, async () => {
    const create = { width: 2480, height: 3508, channels: 3, background: '#eee' } as const;
    const mark = await picture('png');
    const scan = await sharp({ create })
      .composite([{ input: mark }])
      .jpeg()
      .toBuffer();
    const document = await PDFDocument.create();
    for (let page = 0; page < scans; page++) {
      document
        .addPage([595, 842])
        .drawImage(await document.embedJpg(scan), { width: 595, height: 842 });
    }
    const content = Buffer.from(await document.save());
    const file = await aFile(testApp, { kind: 'receipt', content });
    expect(file.copies.map(({ role }) => role)).toEqual(Array(scans).fill('page'));
  });
});

describe('a receipt whose fonts are not in it', () => {
  const font = eastAsianFont('KozMinPr6N-Regular', 'UniJIS-UCS2-H', 'Japan1');

  test('has the letters on its pages', async () => {
    const content = rawPdf({ font, pages: [shown(utf16('領収書'))] });
    const [page] = await copiesOf(await aFile(testApp, { kind: 'receipt', content }));
    // Where the second letter is.
    const part = { left: 136, top: 156, width: 44, height: 60 };
    const { channels } = await sharp(page?.content).extract(part).stats();
    expect(channels[0]?.min).toBeLessThan(100);
  });

  test('cannot be used if nobody can know its letters', async () => {
    const content = rawPdf({ font: glyphFont('ArialMT'), pages: [shown('00130014')] });
    const file = await settled(
      testApp,
      (await tryUpload(testApp, { kind: 'receipt', content })).body.id,
    );
    expect(file).toMatchObject({ state: 'failed', copies: [] });
    expect(file.failure).toContain('their font is not in the file');
  });

  test('says which of its pages are blank, until somebody has looked at them', async () => {
    const content = rawPdf({ font, pages: [shown(utf16('領収書')), ''] });
    const { id } = (await tryUpload(testApp, { kind: 'receipt', content })).body;
    const { state, failure } = await settled(testApp, id);
    expect([state, failure]).toEqual(['ready', expect.stringContaining('Page 2 of 2 is blank')]);
    const body = { nothingToBlackOut: true } as const;
    await testApp.call(redactFile, { cookie: await signIn(testApp), params: { id }, body });
    expect((await settled(testApp, id)).failure).toBe('');
  });
});

describe('a video', () => {
  const size = { width: 64, height: 48 };
  const upright = { width: 48, height: 64 };
  const mov = mp4({ isMov: true });
  const mp4Known = { mediaType: 'video/mp4', ...upright, durationSeconds: 5 };
  const webmKnown = { mediaType: 'video/webm', ...size, durationSeconds: 4 };
  test.each([
    ['MP4', 'video/mp4', mp4(), mp4Secrets, mp4Known],
    ['MOV', 'video/quicktime', mov, mp4Secrets, mp4Known],
    ['WebM', 'video/webm', webm(), webmSecrets, webmKnown],
  ])(
    'as %s is published with its video and audio and nothing else',
    async (_, mediaType, content, hidden, known) => {
      // Without them, the sample would prove nothing.
      expect(hidden.filter((secret) => !content.includes(secret))).toEqual([]);
      const video = await aFile(testApp, { kind: 'video', content });
      expect(video).toMatchObject({ ...known, mediaType });
      const { durationSeconds, ...copied } = known;
      expect(video.copies).toMatchObject([{ role: 'public', ...copied }]);

      const { nominationId } = video;
      await publishPageOnce(testApp, nominationId);
      await aFile(testApp, { nominationId, stillOf: video.id, content: await picture() });
      const published = { cookie: await signIn(testApp), params: { id: video.id } };
      await testApp.call(updateFile, { ...published, body: details });
      expect((await testApp.call(publishFile, published)).status).toBe(200);
      const shown = await download(publicFilePath(video.copies[0]?.key ?? ''));
      // A MOV that only has another name would not play everywhere.
      expect(shown.includes('ftypqt')).toBe(false);
      expect(hidden.filter((secret) => shown.includes(secret))).toEqual([]);
      expect(shown.includes('SECRET')).toBe(false);
      expect(await played(shown)).toEqual(await played(content));
    },
  );

  test.each<[string, Parameters<typeof mp4>[0], number[]]>([
    ['whose end was cut off', { shown: [[0, 2]] }, [0, 1]],
    ['whose beginning and end were cut off', { shown: [[1, 3]] }, [0, 1, 2]],
    ['that only notes that all of it is shown', { shown: [[0, 5]] }, [0, 1, 2, 3, 4]],
  ])('%s has only what players show', async (_, parts, moments) => {
    const { durationSeconds, packets } = await published(parts);
    expect(packets.pictures).toEqual(moments);
    expect(packets.sound.at(-1)).toBeLessThan(moments.length);
    expect(durationSeconds).toBeCloseTo(moments.length, 0);
  });

  test('whose sound was turned off is silent', async () => {
    const { packets } = await published({ soundIsOff: true });
    expect(packets).toEqual({ pictures: [0, 1, 2, 3, 4], sound: [] });
  });

  test('with cuts in between is refused, because these parts are still in it', async () => {
    const shown: [number, number][] = [
      [0, 1],
      [3, 1],
    ];
    await expect(published({ shown })).rejects.toThrow('are still in the file');
  });

  /** The moments of the pictures and of the sound in the public copy. */
  async function published(parts: Parameters<typeof mp4>[0]) {
    const outDir = await mkdtemp(join(tmpdir(), 'everycent-video-'));
    const input = join(outDir, 'original');
    await writeFile(input, mp4({ frames: 1000, ...parts }));
    const { outputs, durationSeconds } = await runTask({ name: 'mp4', input, outDir }).finally(() =>
      rm(input),
    );
    const copy = new Input({
      source: new BufferSource(await readFile(outputs[0]?.path ?? '')),
      formats: [MP4],
    });
    const moments = async (track: InputTrack | null) => {
      const found: number[] = [];
      if (!track) return found;
      for await (const packet of new EncodedPacketSink(track).packets()) {
        found.push(packet.timestamp);
      }
      return found;
    };
    const packets = {
      pictures: await moments(await copy.getPrimaryVideoTrack()),
      sound: await moments(await copy.getPrimaryAudioTrack()),
    };
    await rm(outDir, { recursive: true });
    return { durationSeconds, packets };
  }

  test('of a hundred megabytes is copied within its memory limit', async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'everycent-video-'));
    const input = join(outDir, 'original');
    await writeFile(input, mp4({ frames: 100 * 1024 * 1024, seconds: 200 }));
    const { durationSeconds } = await runTask({ name: 'mp4', input, outDir });
    expect(durationSeconds).toBe(200);
    await rm(outDir, { recursive: true });
  });
});

/** What a player shows of a video: its rotation, and every frame and sound with its time. */
async function played(content: Buffer) {
  const input = new Input({ source: new BufferSource(content), formats: [MP4, QTFF, WEBM] });
  const pictures = await input.getPrimaryVideoTrack();
  const sound = await input.getPrimaryAudioTrack();
  if (!pictures || !sound) throw new Error('Nothing to see or to hear');
  const packets: string[] = [];
  for (const track of [pictures, sound]) {
    for await (const { timestamp, type, data } of new EncodedPacketSink(track).packets()) {
      const codec = await track.getCodec();
      const shown = codec === 'avc' ? slicesOf(Buffer.from(data)) : data;
      packets.push(`${codec} ${timestamp.toFixed(3)} ${type} ${hash(shown)}`);
    }
  }
  return { turned: await pictures.getRotation(), packets };
}

/** The slices of a picture in H.264, which are all that a player shows. */
function slicesOf(data: Buffer): Buffer {
  const slices: Buffer[] = [];
  for (let at = 0; at < data.length; ) {
    const end = at + 4 + data.readUInt32BE(at);
    if ([1, 5].includes((data[at + 4] ?? 0) & 0x1f)) slices.push(data.subarray(at, end));
    at = end;
  }
  return Buffer.concat(slices);
}

describe('the files of a nomination', () => {
  test('are listed, oldest first', async () => {
    const nominationId = await anAcceptedNomination(testApp);
    const first = await aFile(testApp, { nominationId, content: await picture() });
    const second = await aFile(testApp, { nominationId, content: await picture('png') });
    const { body } = await testApp.call(listFiles, {
      params: { id: nominationId },
      cookie: await signIn(testApp),
    });
    expect(body).toEqual([first, second]);
  });

  test('are public at an address of their own', async () => {
    const { copies } = await aPublishedFile(testApp, { content: await picture() });
    for (const { key, bytes } of copies) {
      expect((await download(publicFilePath(key))).length).toBe(bytes);
    }
  });
});
