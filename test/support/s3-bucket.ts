import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { createS3Storage } from '#server/platform/storage/s3-storage.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import { freePort } from '#test/support/server-process.ts';

/** A bucket of a real S3 server, which several sites can share. */
export interface Bucket {
  port: number;
  /** The storage of a site, which may reach it through a port of another server. */
  storage(prefix?: string, through?: number): FileStorage;
  /** The names of all objects, whoever stored them. */
  names(): Promise<string[]>;
  /** Makes all objects older. */
  age(hours: number): Promise<void>;
  close(): Promise<void>;
}

const bucket = 'shared';

export async function openBucket(): Promise<Bucket> {
  const directory = await mkdtemp(join(tmpdir(), 'everycent-s3-'));
  const port = await freePort();
  const configureBuckets = [{ name: bucket, configs: [] }];
  const server = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets,
  });
  await server.run();
  const folder = join(directory, bucket);
  const objects = async () =>
    (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(suffix));
  return {
    port,
    storage: (prefix = 'everycent/', through = port) =>
      createS3Storage({
        endpoint: `http://127.0.0.1:${through}`,
        bucket,
        prefix,
        region: 'us-east-1',
        accessKeyId: 'S3RVER',
        secretAccessKey: 'S3RVER',
      }),
    names: async () => (await objects()).map((name) => name.slice(0, -suffix.length)).sort(),
    async age(hours) {
      const time = new Date(Date.now() - hours * 3_600_000);
      for (const name of await objects()) await utimes(join(folder, name), time, time);
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}

// How the server of the tests names its files.
const suffix = '._S3rver_object';
