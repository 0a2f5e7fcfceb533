import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import type { Db } from '#server/db/schema.ts';
import { startAttackWatch } from '#server/platform/misuse/jobs.ts';
import { startPasswordResetWorker } from '#server/people/sign-in/jobs.ts';
import { startFileWorkers } from '#server/publishing/files/jobs.ts';
import { startMailWorker } from '#server/operations/mail/jobs.ts';
import { startOperationWorkers } from '#server/features/operations/jobs.ts';
import { startPaymentWorkers } from '#server/features/payments/jobs.ts';
import type { PaymentProvider } from '#server/giving/payment-provider/provider.ts';
import { startUpdateWorker } from '#server/publishing/updates/jobs.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { MailTransport } from '#server/platform/mail/transport.ts';

/** Everything that jobs need. */
export interface WorkerDeps {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
  transport: MailTransport;
  limitFactor: number;
  payments: PaymentProvider;
  logger: FastifyBaseLogger;
  storage: FileStorage;
}

/** Starts doing what is in the queues. Every worker is named here. */
export async function startWorkers(deps: WorkerDeps): Promise<void> {
  const { db, boss, mailer, limitFactor } = deps;
  await startMailWorker(deps);
  await startPasswordResetWorker(boss, db, mailer);
  await startAttackWatch(boss, db, mailer, limitFactor);
  await startOperationWorkers(boss, db, mailer);
  await startPaymentWorkers(deps);
  await startFileWorkers(deps);
  await startUpdateWorker(boss, db, mailer);
}
