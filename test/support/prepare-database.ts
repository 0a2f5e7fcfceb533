import type { Connection } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { queues } from '#server/workers.ts';

/** Everything that starting the server does to an empty database. */
export async function prepareDatabase(connection: Connection): Promise<void> {
  await migrate(connection);
  const boss = await startJobQueue(connection, queues, (error) => {
    throw error;
  });
  await boss.stop({ graceful: false });
}
