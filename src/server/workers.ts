import type { BaseLogger } from 'pino';
import { deleteExportsWorker, exportWorker } from '#server/exports/jobs.ts';
import { freeDonationsWorker } from '#server/giving/bound-donations/jobs.ts';
import { dedicationsWorker } from '#server/giving/dedications/jobs.ts';
import { importWorker } from '#server/imports/jobs.ts';
import { mailWorker } from '#server/operations/outbox/jobs.ts';
import {
  dailyBackupWorker,
  dailyCleanUpWorker,
  ledgerCheckWorker,
} from '#server/operations/upkeep/jobs.ts';
import { probeWorker } from '#server/operations/watch/jobs.ts';
import {
  eraseUnpaidWorker,
  reconcileWorker,
  startedPaymentsWorker,
} from '#server/payments/payments/jobs.ts';
import { approvalRemindersWorker } from '#server/people/approvals/jobs.ts';
import { passwordResetWorker } from '#server/people/sign-in/jobs.ts';
import { adoptionWorker } from '#server/plans/plan-adoptions/jobs.ts';
import { planMovesWorker } from '#server/plans/plan-moves/jobs.ts';
import {
  announcePaymentsWorker,
  planLinkWorker,
  planRequestsWorker,
} from '#server/plans/plans/jobs.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { Worker } from '#server/platform/jobs/queue.ts';
import type { MailTransport } from '#server/platform/mail/transport.ts';
import { attackWatch } from '#server/platform/misuse/jobs.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';
import { donorMailingsWorker } from '#server/publishing/donor-mailings/jobs.ts';
import { donorLinkWorker } from '#server/publishing/donor-page/jobs.ts';
import { processFileWorker, sweepFilesWorker } from '#server/publishing/files/jobs.ts';
import { followWorker } from '#server/publishing/subscriptions/jobs.ts';
import { updateMailsWorker } from '#server/publishing/updates/jobs.ts';
import { statementMailsWorker } from '#server/receipts/statements/jobs.ts';
import { drawReceiptsWorker } from '#server/receipts/tax-receipts/jobs.ts';
import { consentEndsWorker } from '#server/vetting/consents/jobs.ts';
import { questionRemindersWorker } from '#server/vetting/questions/jobs.ts';
import { trackingLinksWorker } from '#server/vetting/tracking-links/jobs.ts';

/* Every queue with its worker. */

/** The services that jobs need. */
export interface WorkerDeps extends Pick<Deps, 'db' | 'boss' | 'mailer' | 'storage'>, WithPayments {
  transport: MailTransport;
  logger: Pick<BaseLogger, 'error'>;
}

const workers: Worker<WorkerDeps>[] = [
  mailWorker,
  passwordResetWorker,
  approvalRemindersWorker,
  attackWatch,
  probeWorker,
  ledgerCheckWorker,
  dailyBackupWorker,
  dailyCleanUpWorker,
  reconcileWorker,
  startedPaymentsWorker,
  eraseUnpaidWorker,
  planLinkWorker,
  planRequestsWorker,
  announcePaymentsWorker,
  planMovesWorker,
  adoptionWorker,
  freeDonationsWorker,
  dedicationsWorker,
  drawReceiptsWorker,
  statementMailsWorker,
  processFileWorker,
  sweepFilesWorker,
  updateMailsWorker,
  donorMailingsWorker,
  donorLinkWorker,
  followWorker,
  trackingLinksWorker,
  questionRemindersWorker,
  consentEndsWorker,
  exportWorker,
  deleteExportsWorker,
  importWorker,
];

/** Every queue. */
export const queues = workers.map(({ queue }) => queue);

/** Starts the worker of every queue. */
export async function startWorkers(deps: WorkerDeps): Promise<void> {
  for (const worker of workers) await worker.start(deps);
}
