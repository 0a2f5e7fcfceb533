import { randomBytes } from 'node:crypto';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FileId } from '#contract/ids.ts';
import {
  fileCopyPath,
  markedCopyPath,
  originalPath,
  publicFilePath,
} from '#contract/publishing/file-paths.ts';
import {
  deleteFile,
  type File,
  publishFile,
  redactFile,
  unpublishFile,
  updateFile,
  withdrawConsent,
} from '#contract/publishing/files.ts';
import { unpublishNomination } from '#contract/publishing/public-pages.ts';
import { withdrawForNominee } from '#contract/vetting/consents.ts';
import { updateNomination } from '#contract/vetting/nominations.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { markCopies } from '#server/publishing/files/copy-marks.ts';
import { useTestApp } from '#test/support/app.ts';
import { aTeamMember, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { pdf, picture } from '#test/support/sample-files.ts';
import { mp4, webm } from '#test/support/sample-videos.ts';
import { repeats } from '#test/support/tier.ts';
import { aFile, aPublishedFile, details, publishPageOnce, settled } from '#test/support/upload.ts';

const testApp = useTestApp();
const guesses = repeats({ change: 200, release: 10_000 });

let cookie: string;
beforeAll(async () => {
  cookie = await signIn(testApp);
});

const get = (url: string, headers: Record<string, string> = {}) =>
  testApp.request({ url, headers });
const keyOf = (file: File) => file.copies.find(({ role }) => role === 'public')?.key ?? '';
const isPublic = async (file: File) => (await get(publicFilePath(keyOf(file)))).statusCode === 200;

describe('a photo', () => {
  test('requires a description and a consent before it is public', async () => {
    const file = await aFile(testApp, { content: await picture() });
    await publishPageOnce(testApp, file.nominationId);
    const params = { id: file.id };
    const say = (body: object) =>
      testApp.call(updateFile, { cookie, params, body: { ...details, ...body } });
    const publish = () => testApp.call(publishFile, { cookie, params });
    await say({ alternativeText: '' });
    expect(await publish()).toMatchObject({ status: 409, error: { code: 'description_missing' } });
    await say({ consentBy: '' });
    expect(await publish()).toMatchObject({ status: 409, error: { code: 'consent_missing' } });
    await say({ consentUntil: '2020-01-01' });
    expect(await publish()).toMatchObject({ status: 409, error: { code: 'consent_missing' } });
    expect(await isPublic(file)).toBe(false);

    await say({ consentUntil: '2999-12-31' });
    expect(await publish()).toMatchObject({ status: 200, body: { isPublished: true } });
    expect(await isPublic(file)).toBe(true);
    // A published file cannot lose what made it publishable.
    expect((await say({ consentBy: '' })).status).toBe(409);
    expect((await say({ consentUntil: '2020-01-01' })).status).toBe(409);

    const day = '2020-01-01';
    await testApp.db
      .updateTable('files')
      .set({ consentUntil: day })
      .where('id', '=', file.id)
      .execute();
    expect(await isPublic(file)).toBe(false);
  });

  test('disappears immediately when it is unpublished, its consent is withdrawn, or it is deleted', async () => {
    const file = await aPublishedFile(testApp, { content: await picture() });
    const params = { id: file.id };
    await testApp.call(unpublishFile, { cookie, params });
    expect(await isPublic(file)).toBe(false);
    await testApp.call(publishFile, { cookie, params });
    expect(await isPublic(file)).toBe(true);

    let body = details;
    for (const change of [
      { consentBy: 'Her son' },
      { consentScope: 'All' },
      { consentUntil: '2999-12-31' },
    ]) {
      await testApp.call(withdrawConsent, { cookie, params, body: { reason: 'She called us.' } });
      expect(await isPublic(file)).toBe(false);
      const again = await testApp.call(publishFile, { cookie, params });
      expect(again).toMatchObject({ status: 409, error: { code: 'consent_missing' } });
      // With a new consent, whatever is new about it, it can be published.
      body = { ...body, ...change };
      await testApp.call(updateFile, { cookie, params, body });
      expect((await testApp.call(publishFile, { cookie, params })).status).toBe(200);
    }

    // What is public is deleted by whoever may publish.
    const treasurer = await signIn(testApp, await aTeamMember(testApp, 'treasurer'));
    expect((await testApp.call(deleteFile, { cookie: treasurer, params })).status).toBe(403);
    expect(await isPublic(file)).toBe(true);
    expect((await testApp.call(deleteFile, { cookie, params })).status).toBe(204);
    expect(await isPublic(file)).toBe(false);
    const keys = await testApp.db.selectFrom('discardedFiles').select('key').execute();
    for (const { key } of file.copies) expect(keys).toContainEqual({ key });
  });
});

describe('a video', () => {
  test('requires a still picture, which is public with it', async () => {
    const video = await aFile(testApp, { kind: 'video', content: mp4() });
    const params = { id: video.id };
    await testApp.call(updateFile, { cookie, params, body: details });
    const without = await testApp.call(publishFile, { cookie, params });
    expect(without).toMatchObject({ status: 409, error: { code: 'file_not_ready' } });
    const { nominationId } = video;
    const still = await aFile(testApp, {
      nominationId,
      stillOf: video.id,
      content: await picture(),
    });
    await publishPageOnce(testApp, nominationId);
    expect(await isPublic(still)).toBe(false);
    expect((await testApp.call(publishFile, { cookie, params })).status).toBe(200);
    expect([await isPublic(video), await isPublic(still)]).toEqual([true, true]);
    await testApp.call(unpublishFile, { cookie, params });
    expect([await isPublic(video), await isPublic(still)]).toEqual([false, false]);
  });
});

describe('a receipt', () => {
  const redact = async (id: FileId, body: object) => {
    const answer = await testApp.call(redactFile, { cookie, params: { id }, body });
    return answer.status === 200 ? settled(testApp, id) : answer;
  };

  test('is not published before somebody has decided what is private on it', async () => {
    const { id } = await aFile(testApp, { kind: 'receipt', content: await picture() });
    const undecided = await testApp.call(publishFile, { cookie, params: { id } });
    expect(undecided).toMatchObject({ status: 409, error: { code: 'redaction_undecided' } });
    expect(undecided.error.message).toContain('nothing to black out');
    expect(await redact(id, {})).toMatchObject({ status: 400 });
    expect(await redact(id, { redactions: [] })).toMatchObject({ status: 400 });
    expect(await redact(id, { nothingToBlackOut: true })).toMatchObject({ redactions: [] });
    expect((await testApp.call(publishFile, { cookie, params: { id } })).status).toBe(200);
  });

  test('is made public, blacked out, and taken back by whoever pays; a photo is not', async () => {
    const treasurer = await signIn(testApp, await aTeamMember(testApp, 'treasurer'));
    const { id, nominationId } = await aFile(testApp, {
      kind: 'receipt',
      content: await picture(),
    });
    await redact(id, { nothingToBlackOut: true });
    const photo = await aFile(testApp, { nominationId, content: await picture() });
    await testApp.call(updateFile, { cookie, params: { id: photo.id }, body: details });
    const results = async (file: FileId) => {
      const as = { cookie: treasurer, params: { id: file } };
      return [
        (await testApp.call(publishFile, as)).status,
        (await testApp.call(unpublishFile, as)).status,
        (await testApp.call(withdrawConsent, { ...as, body: { reason: 'Asked' } })).status,
      ];
    };
    expect(await results(id)).toEqual([200, 200, 200]);
    expect(await results(photo.id)).toEqual([403, 403, 403]);
  });

  test('is black and unreadable where requested, as pictures and as PDF', async () => {
    const content = await pdf(['Maria Lopez', 'Card 4242 4242']);
    const { id, sha256, nominationId } = await aFile(testApp, { kind: 'receipt', content });
    await publishPageOnce(testApp, nominationId);
    const redactions = [{ page: 2, x: 0.1, y: 0.2, width: 0.6, height: 0.2 }];
    const file = (await redact(id, { redactions })) as File;
    expect(file).toMatchObject({ redactions, sha256 });
    await testApp.call(publishFile, { cookie, params: { id } });
    const copies = file.copies.filter(({ role }) => role === 'public');
    expect(new Set(copies.map(({ mediaType }) => mediaType))).toEqual(
      new Set(['image/webp', 'image/jpeg', 'application/pdf']),
    );
    for (const copy of copies) {
      const response = await get(publicFilePath(copy.key));
      expect(response.statusCode).toBe(200);
      if (copy.mediaType === 'application/pdf') {
        expect(response.headers['content-disposition']).toMatch(/^attachment; filename="receipt-/);
        expect(await textOf(response.rawPayload)).toEqual(['', '']);
        expect(await textOf(content)).toEqual(['Maria Lopez', 'Card 4242 4242']);
        for (const left of ['SECRET', 'Producer', 'CreationDate', 'Maria']) {
          expect([left, response.rawPayload.includes(left)]).toEqual([left, false]);
        }
      } else {
        const lightest = await lightestIn(response.rawPayload, {
          x: 0.12,
          y: 0.22,
          width: 0.56,
          height: 0.16,
        });
        if (copy.page === 2) expect(lightest).toBeLessThan(8);
        else expect(lightest).toBeGreaterThan(240);
      }
    }
    // Recreated: the previous copies disappear immediately.
    const before = keyOf(file);
    const answer = await testApp.call(redactFile, {
      cookie,
      params: { id },
      body: { nothingToBlackOut: true },
    });
    expect(answer.status).toBe(200);
    expect((await get(publicFilePath(before))).statusCode).toBe(404);
    const after = await settled(testApp, id);
    expect(after.isPublished).toBe(true);
    expect(keyOf(after)).not.toBe(before);
    expect(await isPublic(after)).toBe(true);
  });
});

describe('a cache that asks again', () => {
  const reject = (file: File) =>
    testApp.call(updateNomination, {
      cookie,
      params: { id: file.nominationId },
      body: { isAccepted: false, isRejected: true },
    });
  const ends: [string, (file: File) => Promise<{ status: number }>][] = [
    [
      'its page is unpublished',
      ({ nominationId: id }) => testApp.call(unpublishNomination, { cookie, params: { id } }),
    ],
    ['its nomination is rejected', reject],
    ['it is unpublished', ({ id }) => testApp.call(unpublishFile, { cookie, params: { id } })],
    [
      'its consent is withdrawn',
      ({ id }) =>
        testApp.call(withdrawConsent, { cookie, params: { id }, body: { reason: 'She called.' } }),
    ],
    ['it is deleted', ({ id }) => testApp.call(deleteFile, { cookie, params: { id } })],
  ];

  /** Everything that a browser sends which has the file already. */
  async function askedAgain(url: string) {
    const first = await get(url);
    expect([url, first.statusCode]).toEqual([url, 200]);
    // Neither a browser nor a cache in between may answer by itself, not even for a minute.
    expect(first.headers['cache-control']).toBe('public, no-cache');
    const etag = String(first.headers.etag);
    return async () => {
      const asked: Record<string, string>[] = [
        {},
        { 'if-none-match': etag },
        { 'if-none-match': '*' },
        { range: 'bytes=0-1' },
        { range: 'bytes=0-1', 'if-range': etag },
        { range: 'bytes=999999999-' },
        { 'if-modified-since': 'Sat, 21 Nov 2099 00:00:00 GMT' },
      ];
      const answers = [];
      for (const headers of asked) {
        const { statusCode, headers: got } = await get(url, headers);
        answers.push(statusCode);
        // The refusal is not kept either: what is published again is there again.
        if (statusCode === 404) expect(got['cache-control']).toBe('no-store');
      }
      return answers;
    };
  }

  test.each(ends)('gets 404 for a photo as soon as %s', async (_, end) => {
    const file = await aPublishedFile(testApp, { content: await picture() });
    const ask = await askedAgain(publicFilePath(keyOf(file)));
    expect(await ask()).toEqual([200, 304, 304, 206, 206, 416, 200]);
    expect((await end(file)).status).toBeLessThan(300);
    const answers = await ask();
    recordFigures('V2', {
      'requests for what was withdrawn': answers.length,
      'of them answered': answers.filter((status) => status !== 404).length,
    });
    expect(answers).toEqual(Array(7).fill(404));
  });

  test.each(ends.slice(0, 4))(
    'gets 404 for a video and its still picture as soon as %s',
    async (_, end) => {
      const video = await aFile(testApp, { kind: 'video', content: webm() });
      const { nominationId } = video;
      const content = await picture();
      const still = await aFile(testApp, { nominationId, stillOf: video.id, content });
      await publishPageOnce(testApp, nominationId);
      await testApp.call(updateFile, { cookie, params: { id: video.id }, body: details });
      await testApp.call(publishFile, { cookie, params: { id: video.id } });
      const urls = [video, still].flatMap(({ copies }) =>
        copies.map(({ key }) => publicFilePath(key)),
      );
      const asks = await Promise.all(urls.map(askedAgain));
      expect((await end(video)).status).toBeLessThan(300);
      const answers = (await Promise.all(asks.map((ask) => ask()))).flat();
      recordFigures('V2', {
        'requests for what was withdrawn': answers.length,
        'of them answered': answers.filter((status) => status !== 404).length,
      });
      expect(answers).toEqual(Array(7 * asks.length).fill(404));
    },
  );

  test.each<[string, (file: File) => Promise<unknown>]>([
    [
      'its consent is withdrawn',
      ({ id }) =>
        testApp.call(withdrawConsent, { cookie, params: { id }, body: { reason: 'She called.' } }),
    ],
    [
      'its consent is over',
      ({ id }) =>
        sql`update files set consent_until = current_date - 1 where id = ${id}`.execute(testApp.db),
    ],
    [
      'its nominee wants nothing shown',
      ({ nominationId: id }) => testApp.call(withdrawForNominee, { cookie, params: { id } }),
    ],
  ])('gets 404 for a video and its still picture with a mark from before %s', async (how, end) => {
    const video = await aFile(testApp, { kind: 'video', content: webm() });
    const { nominationId } = video;
    const content = await picture();
    const still = await aFile(testApp, { nominationId, stillOf: video.id, content });
    await publishPageOnce(testApp, nominationId);
    const mark = markCopies(testApp.config);
    const open = (marked = mark) =>
      Promise.all(
        [video, still].map(async (file) => {
          const key = keyOf(file);
          return (await get(markedCopyPath(key, marked(key)))).statusCode;
        }),
      );
    expect(await open()).toEqual([200, 200]);
    await end(video);
    expect(await open()).toEqual([404, 404]);
    // A nominee may look again, and think otherwise.
    const isAgain = how === 'its nominee wants nothing shown';
    expect(await open(markCopies(testApp.config))).toEqual(isAgain ? [200, 200] : [404, 404]);
  });

  test('gets 404 for a receipt that is being blacked out again', async () => {
    const file = await aPublishedFile(testApp, { kind: 'receipt', content: await picture() });
    const ask = await askedAgain(publicFilePath(keyOf(file)));
    const redactions = [{ page: 1, x: 0, y: 0, width: 1, height: 1 }];
    await testApp.call(redactFile, { cookie, params: { id: file.id }, body: { redactions } });
    expect(await ask()).toEqual(Array(7).fill(404));
    await settled(testApp, file.id);
    expect(await ask()).toEqual(Array(7).fill(404));
  });

  test('has a completed need’s files as before', async () => {
    const file = await aPublishedFile(testApp, { content: await picture() });
    const params = { id: file.nominationId };
    await testApp.call(updateNomination, { cookie, params, body: { isCompleted: true } });
    expect(await isPublic(file)).toBe(true);
  });
});

describe('what is not published', () => {
  test('is only available to administrators, at any address', async () => {
    const file = await aFile(testApp, { kind: 'receipt', content: await picture() });
    const [page] = file.copies;
    const sealed = [originalPath(file.id), fileCopyPath(file.id, page?.key ?? '')];
    for (const url of sealed) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 401]);
      const { statusCode, headers } = await get(url, { cookie });
      expect([url, statusCode, headers['cache-control']]).toEqual([url, 200, 'no-store']);
    }
    const { originalKey } = await testApp.db
      .selectFrom('files')
      .select('originalKey')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    for (const key of [
      page?.key,
      originalKey,
      file.id,
      '',
      '..',
      '%2e%2e%2ffiles',
      'a'.repeat(99),
    ]) {
      expect([key, (await get(`/files/${key}`)).statusCode]).toEqual([key, 404]);
    }
    const other = await aFile(testApp, { content: await picture() });
    expect((await get(fileCopyPath(other.id, page?.key ?? ''), { cookie })).statusCode).toBe(404);
  });

  test('cannot be guessed', { timeout: 600_000 }, async () => {
    const found: string[] = [];
    for (let guess = 0; guess < guesses; guess += 1) {
      const key = randomBytes(32).toString('base64url');
      const url = guess % 2 === 0 ? publicFilePath(key) : originalPath(newId());
      const headers: Record<string, string> = guess % 2 === 0 ? {} : { cookie };
      const { statusCode } = await get(url, headers);
      if (statusCode !== 404) found.push(`${url} → ${statusCode}`);
    }
    recordFigures('V2', { 'addresses of files guessed': guesses, found: found.length });
    recordFigures('U6', { 'keys and ids of files guessed': guesses, found: found.length });
    expect(found).toEqual([]);
  });
});

async function textOf(content: Buffer): Promise<string[]> {
  const document = await (await PDFiumLibrary.init()).loadDocument(content);
  return [...document.pages()].map((page) => page.getText().trim());
}

/** The lightest pixel of an area of a picture, from 0 to 255. */
async function lightestIn(
  content: Buffer,
  part: { x: number; y: number; width: number; height: number },
): Promise<number> {
  const { width, height } = await sharp(content).metadata();
  const { channels } = await sharp(
    await sharp(content)
      .extract({
        left: Math.round(part.x * width),
        top: Math.round(part.y * height),
        width: Math.round(part.width * width),
        height: Math.round(part.height * height),
      })
      .png()
      .toBuffer(),
  ).stats();
  return Math.max(...channels.map(({ max }) => max));
}
