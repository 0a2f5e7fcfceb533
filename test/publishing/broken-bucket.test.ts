import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createS3Storage } from '#server/platform/storage/s3-storage.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import { networkFaults } from '#test/support/broken-server.ts';

/* A bucket that cannot be reached fails each call, and never the process: vitest fails for an error that nobody caught. */

const calls: [string, (storage: FileStorage) => Promise<unknown>][] = [
  ['a small file', (storage) => storage.put(Readable.from([Buffer.from('abc')]), 3)],
  // More than a connection takes at once, so that it waits while its content is complete.
  [
    'a photo in one piece',
    (storage) => storage.put(Readable.from([Buffer.alloc(120_000)]), 120_000),
  ],
  ['a large file', (storage) => storage.put(Readable.from(pieces()), 20 * megabyte)],
  ['reading', async (storage) => buffer(await storage.open('key'))],
  ['a part', async (storage) => buffer(await storage.open('key', { start: 0, end: 9 }))],
  ['removing', (storage) => storage.remove('key')],
  ['listing', (storage) => Readable.from(storage.list()).toArray()],
  ['looking', (storage) => storage.has('key')],
  ['the mark', (storage) => storage.readMark()],
  ['a new mark', (storage) => storage.writeMark('id')],
];

const megabyte = 1024 * 1024;
function* pieces() {
  for (let piece = 0; piece < 20; piece += 1) yield Buffer.alloc(megabyte);
}

describe.each(networkFaults)('a bucket that %s', (fault, open) => {
  test.each(calls)('fails %s', async (call, run) => {
    const storage = createS3Storage(
      {
        endpoint: await open(),
        bucket: 'files',
        prefix: 'everycent/',
        region: 'us-east-1',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
      },
      { connect: 200, silence: 200 },
    );
    // What has no content in its answer has none that could break off.
    const isAnswered =
      fault === 'closes it in the middle of its answer' &&
      /file|photo|removing|looking|new mark/.test(call);
    if (isAnswered) await run(storage).catch(() => {});
    else await expect(run(storage)).rejects.toThrow();
  });
});
