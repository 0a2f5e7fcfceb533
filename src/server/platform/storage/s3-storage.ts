import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Config } from '#server/platform/config.ts';
import { newToken } from '#server/platform/security/tokens.ts';
import {
  FileMissingError,
  type FileStorage,
  Meter,
  StorageFullError,
} from '#server/platform/storage/storage.ts';

/** Files in a bucket of Amazon S3, or of another service with the same API. */
export function createS3Storage(settings: NonNullable<Config['s3']>): FileStorage {
  const { endpoint, bucket: Bucket, region, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Only Amazon itself supports the bucket as a subdomain.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Not every service supports the newer checksums; ours is in the database.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    description: `in the bucket ${Bucket}${endpoint ? ` at ${endpoint}` : ''}`,

    async put(content, bytes) {
      const key = newToken();
      const Body = new Meter(bytes);
      const abort = new AbortController();
      // Content that breaks off aborts the call, and a failed call stops the content.
      const [read, stored] = await Promise.allSettled([
        pipeline(content, Body).catch((error) => {
          abort.abort();
          throw error;
        }),
        client
          .send(new PutObjectCommand({ Bucket, Key: key, Body, ContentLength: bytes }), {
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
      try {
        const { Body } = await client.send(
          new GetObjectCommand({
            Bucket,
            Key: key,
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        );
        return Body as Readable;
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') {
          throw new FileMissingError(key, { cause: error });
        }
        throw error;
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },

    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { key: Key, modifiedAt: LastModified };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}

/** Services with a quota return 507, or a code of their own. */
function asFull(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status === 507 || /Quota|StorageFull|EntityTooLarge/.test(error.name)
    ? new StorageFullError(error.message, { cause: error })
    : error;
}
