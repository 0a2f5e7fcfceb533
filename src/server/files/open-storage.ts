import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { createFolderStorage } from '#server/files/folder-storage.ts';
import { createS3Storage } from '#server/files/s3-storage.ts';
import type { FileStorage } from '#server/files/storage.ts';

/** The storage that is configured: S3, or a folder in the data folder. */
export function openFileStorage({ s3, dataDir }: Config): FileStorage {
  return s3 ? createS3Storage(s3) : createFolderStorage(join(dataDir, 'files'));
}
