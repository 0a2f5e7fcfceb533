import { join } from 'node:path';
import type { Config } from '#server/platform/config.ts';
import { createFolderStorage } from '#server/platform/storage/folder-storage.ts';
import { createS3Storage } from '#server/platform/storage/s3-storage.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';

/** The configured storage: S3, or a folder in the data folder. */
export function openFileStorage({ s3, dataDir }: Config): FileStorage {
  return s3 ? createS3Storage(s3) : createFolderStorage(join(dataDir, 'files'));
}
