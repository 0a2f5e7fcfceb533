import type { Job, PgBoss } from 'pg-boss';
import type { BaseLogger } from 'pino';
import { eraseUnpaidCheckouts } from '#server/giving/donations/erase-unpaid-checkouts.ts';
import {
  lookAtStarted,
  reconcile,
  reportFailedReconciliation,
} from '#server/payments/payments/reconciliation.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type JobQueue, workerOf } from '#server/platform/jobs/queue.ts';
import { reportUnpaidCosts } from '#server/provider/card-costs/alerts.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

/* The comparison with the payment provider, and the daily erasure of unpaid checkouts. */

// Hourly and without retries: the next run makes up for a failed one.
const reconcileQueue: JobQueue = {
  name: 'reconcile',
  retryLimit: 0,
  cron: '7 * * * *',
  notify: true,
};
const startedPaymentsQueue: JobQueue = {
  name: 'started-payments',
  retryLimit: 0,
  cron: '*/5 * * * *',
};
const eraseUnpaidQueue: JobQueue = {
  name: 'erase-unpaid-checkouts',
  retryLimit: 3,
  retryDelay: 600,
  cron: '17 3 * * *',
};

/**
 * Compares us with the payment provider at startup, in addition to every hour: the server may have been down for long.
 */
export async function requestReconciliation(boss: PgBoss): Promise<void> {
  // Several servers may start at the same time.
  await boss.send(reconcileQueue.name, {}, { singletonSeconds: 300 });
}

interface ReconcileServices extends Pick<Deps, 'db' | 'mailer'>, WithPayments {
  logger: Pick<BaseLogger, 'error'>;
}

/** Compares us with the payment provider. */
export const reconcileWorker = workerOf(
  reconcileQueue,
  async (deps: ReconcileServices, { signal }: Job) => {
    try {
      await reconcile(deps, signal);
    } catch (error) {
      // The server stops; the next one compares again.
      if (signal.aborted) return;
      deps.logger.error({ err: error }, 'The comparison with the payment provider failed');
      await reportFailedReconciliation(deps);
    }
    await reportUnpaidCosts(deps.db, deps.mailer);
  },
);

/** Finds payments whose events are lost, before the next comparison. */
export const startedPaymentsWorker = workerOf(
  startedPaymentsQueue,
  async (deps: ReconcileServices) => {
    try {
      await lookAtStarted(deps);
    } catch (error) {
      // That the provider is away is watched.
      deps.logger.error({ err: error }, 'Payments that were just started could not be looked up');
    }
  },
);

/** Erases the details of people who never paid. */
export const eraseUnpaidWorker = workerOf(eraseUnpaidQueue, ({ db }: Pick<Deps, 'db'>) =>
  eraseUnpaidCheckouts(db),
);
