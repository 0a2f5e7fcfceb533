import type { PgBoss } from 'pg-boss';
import type { BaseLogger } from 'pino';
import { exportQueue } from '#server/exports/export-queue.ts';
import { deleteExportsQueue, startExportWorkers } from '#server/exports/jobs.ts';
import {
  freeDonationsQueue,
  startBoundDonationsWorker,
} from '#server/giving/bound-donations/jobs.ts';
import { dedicationsQueue } from '#server/giving/dedications/jobs.ts';
import { sendDueDedications } from '#server/giving/dedications/send-dedications.ts';
import { importQueue } from '#server/imports/import-queue.ts';
import { startImportWorker } from '#server/imports/jobs.ts';
import { startMailWorker } from '#server/operations/mail/jobs.ts';
import {
  dailyBackupQueue,
  dailyCleanUpQueue,
  ledgerCheckQueue,
  startUpkeepWorkers,
} from '#server/operations/upkeep/jobs.ts';
import {
  eraseUnpaidQueue,
  reconcileQueue,
  startPaymentWorkers,
} from '#server/payments/payments/jobs.ts';
import { passwordResetQueue, startPasswordResetWorker } from '#server/people/sign-in/jobs.ts';
import { adoptionQueue } from '#server/plans/plan-adoptions/adoption-queue.ts';
import { startAdoptionWorker } from '#server/plans/plan-adoptions/jobs.ts';
import { startPlanMoveWorker } from '#server/plans/plan-moves/jobs.ts';
import { planMovesQueue } from '#server/plans/plan-moves/move-queue.ts';
import {
  announcePaymentsQueue,
  planLinkQueue,
  planRequestsQueue,
  startPlanWorkers,
} from '#server/plans/plans/jobs.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { startMailingWorker } from '#server/platform/mail/mailing.ts';
import type { MailTransport } from '#server/platform/mail/transport.ts';
import { attackWatchQueue, startAttackWatch } from '#server/platform/misuse/jobs.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';
import { donorMailingsQueue, queueNextDonorMails } from '#server/publishing/donor-mailings/jobs.ts';
import { donorLinkQueue, startDonorLinkWorker } from '#server/publishing/donor-page/jobs.ts';
import {
  processFileQueue,
  startFileWorkers,
  sweepFilesQueue,
} from '#server/publishing/files/jobs.ts';
import { followQueue, startFollowWorker } from '#server/publishing/subscriptions/jobs.ts';
import { queueNextMails, updateMailsQueue } from '#server/publishing/updates/jobs.ts';
import { drawReceiptsQueue, startReceiptWorker } from '#server/receipts/receipts/jobs.ts';
import { queueNextStatements, statementMailsQueue } from '#server/receipts/statements/jobs.ts';
import { consentEndsQueue, startConsentWorker } from '#server/vetting/consents/jobs.ts';
import { questionRemindersQueue, startReminderWorker } from '#server/vetting/questions/jobs.ts';
import {
  startTrackingLinksWorker,
  trackingLinksQueue,
} from '#server/vetting/tracking-links/jobs.ts';

/* Every queue and its worker. */

/** The services that jobs need. */
export interface WorkerDeps extends WithPayments {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
  transport: MailTransport;
  logger: Pick<BaseLogger, 'error'>;
  storage: FileStorage;
}

/** Every queue. */
export const queues: JobQueue[] = [
  mailQueue,
  attackWatchQueue,
  passwordResetQueue,
  reconcileQueue,
  eraseUnpaidQueue,
  planLinkQueue,
  planRequestsQueue,
  announcePaymentsQueue,
  planMovesQueue,
  adoptionQueue,
  freeDonationsQueue,
  dedicationsQueue,
  drawReceiptsQueue,
  statementMailsQueue,
  processFileQueue,
  sweepFilesQueue,
  updateMailsQueue,
  donorMailingsQueue,
  donorLinkQueue,
  followQueue,
  trackingLinksQueue,
  questionRemindersQueue,
  consentEndsQueue,
  exportQueue,
  deleteExportsQueue,
  importQueue,
  ledgerCheckQueue,
  dailyBackupQueue,
  dailyCleanUpQueue,
];

/** Starts the worker of every queue. */
export async function startWorkers(deps: WorkerDeps): Promise<void> {
  await startMailWorker(deps);
  await startPasswordResetWorker(deps);
  await startAttackWatch(deps);
  await startUpkeepWorkers(deps);
  await startPaymentWorkers(deps);
  await startPlanWorkers(deps);
  await startPlanMoveWorker(deps);
  await startAdoptionWorker(deps);
  await startBoundDonationsWorker(deps);
  await startMailingWorker(deps, dedicationsQueue, sendDueDedications);
  await startReceiptWorker(deps);
  await startMailingWorker(deps, statementMailsQueue, queueNextStatements);
  await startFileWorkers(deps);
  await startMailingWorker(deps, updateMailsQueue, queueNextMails);
  await startMailingWorker(deps, donorMailingsQueue, queueNextDonorMails);
  await startDonorLinkWorker(deps);
  await startFollowWorker(deps);
  await startTrackingLinksWorker(deps);
  await startReminderWorker(deps);
  await startConsentWorker(deps);
  await startExportWorkers(deps);
  await startImportWorker(deps);
}
