import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import type { Db } from '#server/db/schema.ts';
import { startAttackWatch } from '#server/features/abuse/jobs.ts';
import { startPasswordResetWorker } from '#server/features/auth/jobs.ts';
import { startFileWorkers } from '#server/features/files/jobs.ts';
import { startMailWorker } from '#server/features/mail/jobs.ts';
import { startOperationWorkers } from '#server/features/operations/jobs.ts';
import { startPaymentWorkers } from '#server/features/payments/jobs.ts';
import type { PaymentProvider } from '#server/features/payments/provider.ts';
import { startUpdateWorker } from '#server/features/updates/jobs.ts';
import type { FileStorage } from '#server/files/storage.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { MailTransport } from '#server/mail/transport.ts';

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
