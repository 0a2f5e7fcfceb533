import type { InstallationStatus } from '#contract/operations/installation.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Whether this is the live site, as of the last sweep of the files. */
export async function getInstallation(db: Db): Promise<InstallationStatus> {
  const { doubt, doubtSince } = await db
    .selectFrom('installation')
    .select(['doubt', 'doubtSince'])
    .executeTakeFirstOrThrow();
  return {
    doubt: doubt === null || doubtSince === null ? null : { reason: doubt, since: doubtSince },
  };
}
