import { sendDueDedications } from '#server/giving/dedications/send-dedications.ts';
import { mailingQueue, mailingWorker } from '#server/platform/mail/mailing.ts';

/** Sends what dedications are due. */
export const dedicationsWorker = mailingWorker(mailingQueue('dedications'), sendDueDedications);
