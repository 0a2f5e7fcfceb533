import { mailingQueue } from '#server/platform/mail/mailing.ts';

/** The queue of jobs that send what dedications are due. */
export const dedicationsQueue = mailingQueue('dedications');
