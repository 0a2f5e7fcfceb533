import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// For the types it adds to requests, which the browser tests get from nowhere else.
import type {} from '@fastify/cookie';
import { pauseMail } from '#server/operations/outbox/commands.ts';
import { connectEmbedded } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { doubtAfterRestore } from '#server/platform/storage/installation.ts';

/** A data folder as after a restore from a backup: nothing is sent or deleted until an administrator says so. */
export async function aRestoredDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everycent-restored-'));
  const connection = await connectEmbedded(dataDir);
  await migrate(connection);
  await connection.db.transaction().execute(async (trx) => {
    await pauseMail(trx, 'Restored from a backup.');
    await doubtAfterRestore(trx);
  });
  await connection.close();
  return dataDir;
}
