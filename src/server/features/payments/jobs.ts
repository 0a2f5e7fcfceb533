import type { PgBoss } from 'pg-boss';
import { eraseUnpaidCheckouts } from '#server/giving/donations/commands.ts';
import { reconcile, reportFailedReconciliation } from '#server/giving/payments/commands.ts';
import type { QueueName } from '#server/platform/jobs/job-queue.ts';
import type { WorkerDeps } from '#server/jobs/start-workers.ts';

const queue: QueueName = 'reconcile';
const erasure: QueueName = 'erase-unpaid-checkouts';

/** Compares us with the payment provider once now, besides every hour: we may have been away for long. */
export async function requestReconciliation(boss: PgBoss): Promise<void> {
  // Several servers may start at once.
  await boss.send(queue, {}, { singletonSeconds: 300 });
}

/** Compares us with the payment provider, and erases what donors typed who never paid. */
export async function startPaymentWorkers(deps: WorkerDeps): Promise<void> {
  await deps.boss.work(queue, async () => {
    try {
      await reconcile(deps);
    } catch (error) {
      deps.logger.error({ err: error }, 'The comparison with the payment provider failed');
      await reportFailedReconciliation(deps);
    }
  });
  await deps.boss.work(erasure, () => eraseUnpaidCheckouts(deps.db));
}
