import type { Config } from '#server/platform/config.ts';
import { type Connection, openDatabaseAsOwner } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { grantServerRights, roleOf } from '#server/platform/db/server-role.ts';
import { createJobTables } from '#server/platform/jobs/job-queue.ts';
import { queues } from '#server/workers.ts';

/**
 * Brings the database up to date: tables, the job queue's tables, and the rights of the server's role. Works as the
 * owner of the database if that is a role of its own (`DATABASE_OWNER_URL`). Returns the names of the migrations
 * that were applied.
 */
export async function upgradeDatabase(
  config: Config,
  connection: Connection,
  beforeChange: () => Promise<void> = async () => {},
): Promise<string[]> {
  const { databaseUrl, databaseOwnerUrl } = config;
  const { timeZone } = config.defaults;
  if (databaseUrl === null || databaseOwnerUrl === null) {
    return migrate(connection, { beforeChange, timeZone });
  }
  const owner = await openDatabaseAsOwner(config);
  try {
    const applied = await migrate(owner, { beforeChange, timeZone });
    await createJobTables(owner, queues);
    await owner.scriptTransaction((script) => grantServerRights(script, roleOf(databaseUrl)));
    return applied;
  } finally {
    await owner.close();
  }
}
