import type { Alert } from '#contract/operations/alerts.ts';
import type { Db } from '#server/platform/db/schema.ts';

// More than fit on a screen: a hundred alerts mean that something is wrong with all of them.
const most = 100;

/** The open alerts, newest first. */
export function listAlerts(db: Db): Promise<Alert[]> {
  return db
    .selectFrom('alerts')
    .select(['id', 'createdAt', 'title', 'message', 'path'])
    .where('settledAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}
