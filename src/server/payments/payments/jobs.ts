import type { PgBoss } from 'pg-boss';
import type { BaseLogger } from 'pino';
import { eraseUnpaidCheckouts } from '#server/giving/donations/commands.ts';
import { reconcile, reportFailedReconciliation } from '#server/payments/payments/reconciliation.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { reportUnpaidCosts } from '#server/provider/card-costs/alerts.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

// Hourly and without retries: the next run makes up for a failed one.
export const reconcileQueue: JobQueue = {
  name: 'reconcile',
  retryLimit: 0,
  cron: '7 * * * *',
  notify: true,
};
export const eraseUnpaidQueue: JobQueue = {
  name: 'erase-unpaid-checkouts',
  retryLimit: 3,
  retryDelay: 600,
  cron: '17 3 * * *',
};

/**
 * Compares us with the payment provider at startup, in addition to every hour: the server may have been down for
 * long.
 */
export async function requestReconciliation(boss: PgBoss): Promise<void> {
  // Several servers may start at the same time.
  await boss.send(reconcileQueue.name, {}, { singletonSeconds: 300 });
}

interface PaymentWorkerDeps extends WithPayments {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
  logger: Pick<BaseLogger, 'error'>;
}

/** Compares us with the payment provider, and erases the details of people who never paid. */
export async function startPaymentWorkers(deps: PaymentWorkerDeps): Promise<void> {
  await deps.boss.work(reconcileQueue.name, async ([job]) => {
    try {
      await reconcile(deps, job?.signal);
    } catch (error) {
      // The server stops; the next one compares again.
      if (job?.signal.aborted) return;
      deps.logger.error({ err: error }, 'The comparison with the payment provider failed');
      await reportFailedReconciliation(deps);
    }
    await reportUnpaidCosts(deps.db, deps.mailer);
  });
  await deps.boss.work(eraseUnpaidQueue.name, () => eraseUnpaidCheckouts(deps.db));
}
