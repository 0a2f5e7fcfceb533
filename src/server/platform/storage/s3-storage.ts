import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ByteRange } from '#core/platform/byte-range.ts';
import type { Config } from '#server/platform/config.ts';
import { newToken } from '#server/platform/security/tokens.ts';
import {
  FileMissingError,
  type FileStorage,
  isOurKey,
  Meter,
  markName,
  StorageFullError,
  withOwnErrors,
} from '#server/platform/storage/storage.ts';

// How long a bucket may take to accept a connection, and be silent on one, in milliseconds. The library tries most calls
// three times, and whoever uploads waits for them.
const patience = { connect: 3_000, silence: 15_000 };

/**
 * Files in a bucket of Amazon S3, or of another service with the same API, under a prefix of their own. Versions
 * without prefixes stored theirs at the top: these stay there and are found there, but never listed, because
 * others may use the bucket, too.
 */
export function createS3Storage(
  settings: NonNullable<Config['s3']>,
  { connect, silence } = patience,
): FileStorage {
  const { endpoint, bucket: Bucket, prefix, region, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Each failure is an error, which we log; the library would write it to the console as well.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: { connectionTimeout: connect, socketTimeout: silence },
    // Only Amazon itself supports the bucket as a subdomain.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Not every service supports the newer checksums; ours is in the database.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const get = async (Key: string, range?: ByteRange) => {
    try {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket, Key, ...(Range && { Range }) }),
      );
      return Body as Readable;
    } catch (error) {
      return nullIfMissing(error);
    }
  };
  const isThere = (Key: string) =>
    client.send(new HeadObjectCommand({ Bucket, Key })).then(() => true, nullIfMissing);
  return withOwnErrors({
    description: `under ${prefix} in the bucket ${Bucket}${endpoint ? ` at ${endpoint}` : ''}`,

    async put(content, bytes) {
      const key = newToken();
      const Body = new Meter(bytes);
      // A failed call destroys it when the pipeline below may be done with it: nobody else would hear the error, and it would
      // end the process.
      Body.on('error', () => {});
      const abort = new AbortController();
      // Content that breaks off aborts the call, and a failed call stops the content.
      const [read, stored] = await Promise.allSettled([
        pipeline(content, Body).catch((error) => {
          abort.abort();
          throw error;
        }),
        client
          .send(new PutObjectCommand({ Bucket, Key: prefix + key, Body, ContentLength: bytes }), {
            abortSignal: abort.signal,
          })
          .catch((error) => {
            Body.destroy(error);
            throw error;
          }),
      ]);
      if (stored.status === 'rejected' && !abort.signal.aborted) throw asFull(stored.reason);
      if (read.status === 'rejected') throw read.reason;
      return { key, bytes, sha256: Body.sha256 };
    },

    async open(key, range) {
      const content = (await get(prefix + key, range)) ?? (await get(key, range));
      if (content === null) throw new FileMissingError(key);
      return content;
    },

    async remove(key) {
      for (const Key of [prefix + key, key]) {
        await client.send(new DeleteObjectCommand({ Bucket, Key }));
      }
    },

    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          const key = Key?.startsWith(prefix) ? Key.slice(prefix.length) : '';
          if (isOurKey(key) && LastModified) yield { key, modifiedAt: LastModified };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },

    async has(key) {
      return Boolean((await isThere(prefix + key)) ?? (await isThere(key)));
    },

    async readMark() {
      const mark = await get(prefix + markName);
      return mark && (await text(mark)).trim();
    },

    async writeMark(id) {
      await client.send(new PutObjectCommand({ Bucket, Key: prefix + markName, Body: `${id}\n` }));
    },
  });
}

function ignore(): void {}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && /^(NoSuchKey|NotFound)$/.test(error.name)) return null;
  throw error;
}

/** Services with a quota return 507, or a code of their own. */
function asFull(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status === 507 || /Quota|StorageFull|EntityTooLarge/.test(error.name)
    ? new StorageFullError(error.message, { cause: error })
    : error;
}
