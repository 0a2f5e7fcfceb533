import { beforeAll, describe, expect, test } from 'vitest';
import { publicFilePath } from '#contract/publishing/file-paths.ts';
import { type File, getFile } from '#contract/publishing/files.ts';
import { useTestApp } from '#test/support/app.ts';
import { recordFigures } from '#test/support/figures.ts';
import { picture } from '#test/support/sample-files.ts';
import { aPublishedFile } from '#test/support/upload.ts';

const testApp = useTestApp();
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  testApp.request({ method, url, headers });
const keyOf = ({ copies }: File) => copies[0]?.key ?? '';

describe('a public file', () => {
  let file: File;
  let url: string;
  let content: Buffer;
  let etag: string;
  beforeAll(async () => {
    file = await aPublishedFile(testApp, { content: await picture('jpeg', { width: 700 }) });
    url = publicFilePath(keyOf(file));
    const whole = await get(url);
    content = whole.rawPayload;
    etag = String(whole.headers.etag);
  });

  test('has its true type, and nothing that a browser could run', async () => {
    const { headers } = await get(url, { 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({
      'content-type': file.copies[0]?.mediaType,
      'content-length': String(content.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, no-cache',
      'accept-ranges': 'bytes',
      etag: `"${file.copies[0]?.sha256}"`,
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
    expect((await get('/files/')).statusCode).toBe(404);
    expect((await testApp.call(getFile, { params: { id: file.id } })).status).toBe(401);
  });

  const size = () => content.length;
  test.each<[string, () => string, () => [number, number] | 416 | 'whole']>([
    ['the first two bytes, as Safari asks', () => 'bytes=0-1', () => [0, 2]],
    ['one byte', () => 'bytes=0-0', () => [0, 1]],
    ['from the middle', () => 'bytes=100-199', () => [100, 200]],
    ['an open end', () => 'bytes=100-', () => [100, size()]],
    ['an open end from the start', () => 'bytes=0-', () => [0, size()]],
    ['the last byte', () => `bytes=${size() - 1}-`, () => [size() - 1, size()]],
    ['a suffix', () => 'bytes=-100', () => [size() - 100, size()]],
    ['a suffix of one byte', () => 'bytes=-1', () => [size() - 1, size()]],
    ['a suffix longer than the file', () => `bytes=-${size() + 1}`, () => [0, size()]],
    ['more than there is', () => `bytes=100-${size() + 100}`, () => [100, size()]],
    ['exactly all', () => `bytes=0-${size() - 1}`, () => [0, size()]],
    ['capitals and spaces', () => 'Bytes = 0 - 1', () => [0, 2]],
    ['past the end', () => `bytes=${size()}-`, () => 416],
    ['far past the end', () => 'bytes=999999999-', () => 416],
    ['past the end, with an end', () => `bytes=${size()}-${size() + 10}`, () => 416],
    ['an empty suffix', () => 'bytes=-0', () => 416],
    ['several parts', () => 'bytes=0-1,4-5', () => 'whole'],
    ['end before start', () => 'bytes=5-2', () => 'whole'],
    ['no numbers', () => 'bytes=-', () => 'whole'],
    ['another unit', () => 'lines=0-1', () => 'whole'],
    ['no unit', () => '0-1', () => 'whole'],
    ['letters', () => 'bytes=a-b', () => 'whole'],
    ['a fraction', () => 'bytes=0.5-1', () => 'whole'],
    ['minus twice', () => 'bytes=--1', () => 'whole'],
  ])('responds to a range: %s', async (_, header, expected) => {
    const { statusCode, headers, rawPayload } = await get(url, { range: header() });
    const wanted = expected();
    if (wanted === 416) {
      expect([statusCode, headers['content-range']]).toEqual([416, `bytes */${size()}`]);
    } else if (wanted === 'whole') {
      expect([statusCode, headers['content-range']]).toEqual([200, undefined]);
      expect(rawPayload.equals(content)).toBe(true);
    } else {
      const [start, end] = wanted;
      expect([statusCode, headers['content-range'], headers['content-length']]).toEqual([
        206,
        `bytes ${start}-${end - 1}/${size()}`,
        String(end - start),
      ]);
      expect(rawPayload.equals(content.subarray(start, end))).toBe(true);
    }
    recordFigures('U7', { 'kinds of range with the right response': 1 });
  });

  test('responds to HEAD and conditional requests', async () => {
    const head = await get(url, {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      String(size()),
      0,
    ]);
    const range = 'bytes=0-1';
    const conditions = [
      [200, { range }, 'HEAD'],
      [206, { range, 'if-range': etag }],
      [200, { range, 'if-range': '"other"' }],
      [200, { range, 'if-range': `W/${etag}` }],
      [200, { range, 'if-range': 'Sat, 21 Nov 2026 00:00:00 GMT' }],
      [304, { range, 'if-none-match': etag }],
    ] as const;
    for (const [status, headers, method] of conditions) {
      expect([headers, (await get(url, headers, method)).statusCode]).toEqual([headers, status]);
    }
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304);
    expect((await get(url, { 'if-none-match': `"x", W/${etag}` })).statusCode).toBe(304);
    expect((await get(url, { 'if-none-match': '"x"' })).statusCode).toBe(200);
    recordFigures('U7', { 'kinds of range with the right response': 1 + conditions.length });
  });

  test('serves a hundred ranges at once, each with the right bytes', async () => {
    const step = Math.floor(size() / 100);
    const starts = Array.from({ length: 100 }, (_, index) => index * step);
    let areServed = false;
    const ranges = Promise.all(
      starts.map((start) => get(url, { range: `bytes=${start}-${start + step - 1}` })),
    ).finally(() => {
      areServed = true;
    });
    // What other callers get meanwhile; how long it takes is only recorded, because it depends on the machine.
    const [others, times]: [number[], number[]] = [[], []];
    do {
      const startedAt = performance.now();
      others.push((await get('/api/causes')).statusCode);
      times.push(performance.now() - startedAt);
    } while (!areServed);
    const answers = await ranges;
    const wrong = answers.filter(
      ({ statusCode, rawPayload }, index) =>
        statusCode !== 206 ||
        !rawPayload.equals(content.subarray(index * step, (index + 1) * step)),
    );
    recordFigures('U7', {
      'ranges asked for at once': answers.length,
      'wrong responses': wrong.length,
      'other calls meanwhile': others.length,
      'slowest other call in milliseconds': Math.ceil(Math.max(...times)),
    });
    expect(wrong).toEqual([]);
    expect(new Set(others)).toEqual(new Set([200]));
  });
});
