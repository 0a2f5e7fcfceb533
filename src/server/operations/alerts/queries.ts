import type { Alert } from '#contract/operations/alerts.ts';
import { endsByItself } from '#server/operations/watch/checks.ts';
import type { Db } from '#server/platform/db/schema.ts';

// More than fit on a screen: a hundred alerts mean that something is wrong with all of them.
const most = 100;

/** The open alerts, newest first. */
export async function listAlerts(db: Db): Promise<Alert[]> {
  const alerts = await db
    .selectFrom('alerts')
    .select(['id', 'key', 'createdAt', 'title', 'message', 'path'])
    .where('settledAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return alerts.map(({ key, ...alert }) => ({ ...alert, endsByItself: endsByItself(key) }));
}
