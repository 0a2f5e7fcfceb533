import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { originalPath } from '#contract/publishing/file-paths.ts';
import { type FileKind, getFile } from '#contract/publishing/files.ts';
import { createFile, maxChunkBytes } from '#contract/publishing/uploads.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { detectMediaType } from '#server/publishing/uploads/detect-type.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAcceptedNomination, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { pdf, picture } from '#test/support/sample-files.ts';
import { box, mp4, webm } from '#test/support/sample-videos.ts';
import { aStartedUpload, sendContent, settled, tryUpload } from '#test/support/upload.ts';

const testApp = useTestApp();
const megabyte = 1024 * 1024;

const pad = (start: string | number[]) =>
  Buffer.concat([Buffer.from(start as string, 'latin1'), Buffer.alloc(5_000)]);

describe('a file', () => {
  test('is refused as a different kind than it is', async () => {
    const wrong: [FileKind, Buffer][] = [
      ['photo', await pdf(['x'])],
      ['photo', mp4()],
      ['receipt', mp4()],
      ['video', await picture()],
      ['video', await pdf(['x'])],
    ];
    for (const [kind, content] of wrong) {
      expect((await tryUpload(testApp, { kind, content })).status).toBe(415);
    }
  });
});

describe('a file whose first bytes name a brand', () => {
  const detect = (brand: string, kind: FileKind, others = '') =>
    detectMediaType(box('ftyp', brand, [0, 0, 0, 0], others), kind);

  test('is a HEIC picture only if it is not animated', async () => {
    expect(await detect('heic', 'photo')).toBe('image/heic');
    expect(await detect('mif1', 'photo', 'miafheic')).toBe('image/heic');
    await expect(detect('mif1', 'photo', 'miafavif')).rejects.toThrow('this type of file');
    for (const brand of ['hevc', 'hevm', 'heis', 'msf1']) {
      await expect(detect(brand, 'photo')).rejects.toThrow('animated HEIC file');
    }
  });

  test('is a video only if browsers play that brand', async () => {
    for (const brand of ['isom', 'iso5', 'mp42', 'avc1', 'M4V ', 'dash']) {
      expect(await detect(brand, 'video')).toBe('video/mp4');
    }
    expect(await detect('qt  ', 'video')).toBe('video/quicktime');
    for (const brand of ['3gp4', 'M4A ', 'hevm', 'none']) {
      await expect(detect(brand, 'video')).rejects.toThrow(
        'Please choose an MP4, MOV, or WebM video',
      );
    }
  });
});

describe('what only looks like an accepted type', () => {
  const fails = async (kind: FileKind, content: Buffer) => {
    const { status, body } = await tryUpload(testApp, { kind, content });
    expect(status).toBe(200);
    const file = await settled(testApp, body.id);
    expect(file).toMatchObject({ state: 'failed', copies: [], sha256: null });
    const chunks = testApp.db.selectFrom('fileChunks').select('key').where('fileId', '=', file.id);
    expect(await chunks.execute()).toEqual([]);
    return file.failure;
  };
  // Noise does not compress: a missing part of the file is a missing part of the picture.
  const noise = (format: 'jpeg' | 'png' | 'webp') =>
    sharp(Buffer.from(Array.from({ length: 90_000 }, (_, index) => (index * 7919) % 251)), {
      raw: { width: 200, height: 150, channels: 3 },
    })
      .toFormat(format)
      .toBuffer();

  test('damaged pictures and documents are refused', async () => {
    const cutOff = async (content: Promise<Buffer>) => {
      const whole = await content;
      return whole.subarray(0, Math.floor(whole.length * 0.6));
    };
    expect(await fails('photo', await cutOff(noise('jpeg')))).toContain('damaged');
    expect(await fails('receipt', await cutOff(noise('png')))).toContain('damaged');
    expect(await fails('photo', pad([0xff, 0xd8, 0xff, 0xe0]))).toContain('damaged');
    expect(await fails('receipt', pad('%PDF-1.7\n'))).toContain('damaged');
    expect(await fails('video', mp4().subarray(0, -1_000))).toContain('missing');
    expect(await fails('video', webm().subarray(0, -1_000))).toContain('missing');
    expect(
      await fails('video', Buffer.concat([box('ftyp', 'isom', [0, 0, 0, 0]), box('mdat', 'x')])),
    ).toContain('no frames');
  });

  test('a video in an unsupported format is refused with the name of a supported one', async () => {
    const others: [Buffer, string, string][] = [
      [mp4(), 'avc1', 'mp4v'],
      // Browsers play Vorbis and FLAC, but these have a title and comments of their own.
      [mp4(), '\u0004\u0011\u0040', '\u0004\u0011\u00dd'],
      [webm(), 'A_OPUS', 'A_FLAC'],
    ];
    for (const [content, codec, other] of others) {
      const changed = content.toString('latin1').replaceAll(codec, other);
      expect(await fails('video', Buffer.from(changed, 'latin1'))).toContain('H.264 and AAC');
    }
  });
});

describe('a video', () => {
  const failure = async (content: Buffer, ...changes: [string, string][]) => {
    const changed = changes.reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      content.toString('latin1'),
    );
    const { body } = await tryUpload(testApp, {
      kind: 'video',
      content: Buffer.from(changed, 'latin1'),
    });
    const { state, failure } = await settled(testApp, body.id);
    return `${state}: ${failure}`;
  };

  test('with sound alone is not called damaged', async () => {
    const unseen: [string, string] = ['vide', 'none'];
    for (const isMov of [false, true]) {
      const without = await failure(mp4({ isMov }), unseen);
      expect(without).toContain('failed: This file has sound but no picture.');
    }
    const without = await failure(mp4(), unseen, ['soun', 'none']);
    expect(without).toContain('no frames');
  });

  test('as MOV in a format that few can play says what to do', async () => {
    const others: [[string, string][], string][] = [
      [
        [
          ['avc1', 'hvc1'],
          ['avcC', 'hvcC'],
        ],
        'Most Compatible',
      ],
      [[['avc1', 'apch']], 'H.264 and AAC'],
      [[['\u0004\u0011\u0040', '\u0004\u0011\u00dd']], 'H.264 and AAC'],
      [[['moov', 'cmov']], 'damaged'],
    ];
    for (const [changes, told] of others) {
      expect(await failure(mp4({ isMov: true }), ...changes)).toContain(told);
    }
    const cutOff = mp4({ isMov: true }).subarray(0, -1_000);
    expect(await failure(cutOff)).toContain('part of it is missing');
    const cuts = mp4({
      isMov: true,
      shown: [
        [0, 1],
        [3, 1],
      ],
    });
    expect(await failure(cuts)).toContain('are still in the file');
  });
});

describe('an upload', () => {
  test('in parts continues where it was interrupted', async () => {
    const cookie = await signIn(testApp);
    const content = mp4({ frames: 300_000 });
    const nominationId = await anAcceptedNomination(testApp);
    const { body } = await testApp.call(createFile, {
      cookie,
      body: { nominationId, kind: 'video', bytes: content.length },
    });
    const send = (offset: number, end: number) =>
      sendContent(testApp, { id: body.id, cookie, offset, content: content.subarray(offset, end) });
    expect((await send(0, 100_000)).body).toMatchObject({ uploadedBytes: 100_000 });
    // The response was lost: the same part sent again is refused, with where to continue.
    const again = await send(0, 100_000);
    expect(again).toMatchObject({ status: 409, body: { code: 'wrong_offset' } });
    expect(again.body.message).toContain('100000 of');
    expect((await send(200_000, 250_000)).status).toBe(409);
    const twice = await Promise.all([send(100_000, 200_000), send(100_000, 200_000)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { uploadedBytes } = (await testApp.call(getFile, { cookie, params: { id: body.id } }))
      .body;
    expect(uploadedBytes).toBe(200_000);
    expect((await send(200_000, content.length)).body).toMatchObject({ state: 'processing' });
    const file = await settled(testApp, body.id);
    expect(file.state).toBe('ready');
    const { originalKey } = await testApp.db
      .selectFrom('files')
      .select('originalKey')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    const stored = await (await testApp.storage.open(originalKey ?? '')).toArray();
    expect(Buffer.concat(stored).equals(content)).toBe(true);
  });

  test('is refused beyond the limits of its kind, of a part, and of the whole', async () => {
    const cookie = await signIn(testApp);
    const nominationId = await anAcceptedNomination(testApp);
    const start = (kind: FileKind, bytes: number) =>
      testApp.call(createFile, { cookie, body: { nominationId, kind, bytes } });
    expect((await start('photo', 15 * megabyte + 1)).status).toBe(413);
    expect((await start('receipt', 15 * megabyte + 1)).status).toBe(413);
    expect((await start('video', 200 * megabyte + 1)).status).toBe(400);
    expect((await start('photo', 0)).status).toBe(400);
    const { body } = await start('receipt', 10 * megabyte + 1);
    const asPdf = await sendContent(testApp, { id: body.id, cookie, content: pad('%PDF-1.7') });
    expect(asPdf).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    const id = await aStartedUpload(testApp, nominationId);
    const tooMuch = await sendContent(testApp, { id, cookie, content: Buffer.alloc(5_001) });
    expect(tooMuch.status).toBe(413);
    const part = await sendContent(testApp, {
      id,
      cookie,
      content: Buffer.alloc(maxChunkBytes + 1),
    });
    expect(part.status).toBe(413);
    const other = await sendContent(testApp, {
      id,
      cookie,
      content: Buffer.alloc(10),
      headers: { 'content-type': 'image/jpeg' },
    });
    expect(other.status).toBe(415);
  });

  test('is refused if the nomination has 50 files, if there is no space, and without a nomination', async () => {
    const cookie = await signIn(testApp);
    const nominationId = await anAcceptedNomination(testApp);
    const start = (id = nominationId, bytes = 5_000) =>
      testApp.call(createFile, { cookie, body: { nominationId: id, kind: 'video', bytes } });
    const started = await Promise.all(Array.from({ length: 51 }, () => start()));
    expect(started.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(await start()).toMatchObject({ status: 409, error: { code: 'too_many_files' } });
    expect((await start(newId())).status).toBe(404);
    const quota = testApp.config.filesQuotaBytes;
    testApp.config.filesQuotaBytes = megabyte;
    const full = await start(await anAcceptedNomination(testApp), 2 * megabyte);
    testApp.config.filesQuotaBytes = quota;
    expect(full).toMatchObject({ status: 507, error: { code: 'storage_full' } });
  });
});

describe('the name of an upload', () => {
  test('is neither kept nor used as a path', async () => {
    const bad = [
      ...[
        '../../etc/passwd',
        '..\\..\\boot.ini',
        '/etc/shadow',
        'C:\\boot.ini',
        '%2e%2e%2f',
        '....//',
      ],
      ...[
        '..%c0%af',
        '.',
        '..',
        '~',
        ' ',
        '\0',
        'a\0.jpg',
        'a\r\nSet-Cookie: a=b',
        'a\tb',
        'CON',
        'NUL.txt',
      ],
      ...['COM1.jpg', 'aux', '.htaccess', '.env', 'a.php.jpg', 'a.jpg.svg', 'a;b.jpg', "'or 1.png"],
      ...[
        'a"; filename="b.html',
        '$(id).jpg',
        '`id`.jpg',
        '|id',
        'a\u202egpj.exe',
        'a\ufeff.jpg',
        'ａ／ｂ.jpg',
      ],
      ...[
        'e\u0301'.repeat(60),
        '\u{1f4a3}.png',
        'x'.repeat(300),
        '-rf',
        '--help',
        'file:///etc/passwd',
        '//a/b',
      ],
    ];
    const names = [...bad, ...bad.slice(0, 60 - bad.length).map((name) => `x/${name}`)];
    const cookie = await signIn(testApp);
    const nominationId = await anAcceptedNomination(testApp);
    const content = mp4();
    const seen: string[] = [];
    for (const name of names) {
      const body = { nominationId, kind: 'video' as const, bytes: content.length };
      const named = { ...body, name, filename: name, path: name, key: name };
      const { body: file } = await testApp.call(createFile, { cookie, body: named });
      const encoded = encodeURIComponent(name);
      const headers = {
        'content-disposition': `attachment; filename*=UTF-8''${encoded}`,
        'x-filename': encoded,
      };
      const { id } = file;
      const sent = await sendContent(testApp, {
        id,
        cookie,
        content: content.subarray(0, 10_000),
        headers,
      });
      expect(sent.status).toBe(200);
      // The name does not reach a file through the address either.
      const asked = await testApp.request({ url: `/files/${encoded}` });
      expect([name, asked.statusCode]).toEqual([name, expect.toBeOneOf([400, 404])]);
      const row = await testApp.db.selectFrom('files').selectAll().where('id', '=', id).execute();
      const isKept =
        name.trim().length > 2 && JSON.stringify(row).includes(JSON.stringify(name).slice(1, -1));
      if (isKept) seen.push(name);
      await testApp.db.deleteFrom('files').where('id', '=', id).execute();
    }
    const keys = await storedKeys();
    const asPath = keys.filter((key) => !/^[\w-]{43}$/.test(key));
    recordFigures('U5', {
      names: names.length,
      'kept or used as a path': seen.length + asPath.length,
    });
    expect([seen, asPath]).toEqual([[], []]);
    // The name for saving is built from its kind and fingerprint.
    const { id } = (await tryUpload(testApp, { kind: 'video', content })).body;
    await settled(testApp, id);
    const original = await testApp.request({ url: originalPath(id), headers: { cookie } });
    expect(original.headers['content-disposition']).toMatch(
      /^inline; filename="video-[0-9a-f]{8}\.mp4"$/,
    );
  });
});

async function storedKeys(): Promise<string[]> {
  const folder = join(testApp.config.dataDir, 'files');
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  // Besides the folders of keys, there is the mark of the installation.
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return (await Promise.all(names.map((name) => readdir(join(folder, name))))).flat().sort();
}
