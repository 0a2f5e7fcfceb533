import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectEmbedded } from '#server/platform/db/connect.ts';
import { prepareDatabase } from '#test/support/prepare-database.ts';

/**
 * Creates a data folder once, in the state after a first start: a server that starts with a copy does not have to
 * create a database, which takes longer than most tests. The copies are deleted with it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // `npm test` creates one for all of its stages.
  if (process.env.PREPARED_DATA_DIR) return async () => {};
  const folder = await mkdtemp(join(tmpdir(), 'everycent-sites-'));
  const prepared = join(folder, 'prepared');
  const connection = await connectEmbedded(prepared);
  await prepareDatabase(connection);
  await connection.close();
  process.env.PREPARED_DATA_DIR = prepared;
  return () => rm(folder, { recursive: true });
}
