import type { MailUrgency, OutgoingMail } from '#server/platform/db/column-types.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

/* Pauses between tries of a mail, when it counts as dead, and which mail leaves first. */

/**
 * After this many tries, a mail counts as dead. The pauses between tries grow from half a minute to 8 hours, with
 * jitter, so that the 19th try is at least 72 hours after the first: a mail server may be down that long.
 */
export const mostTries = 19;

/** The queue of outgoing mail. */
export const mailQueue: JobQueue = {
  name: 'mail',
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 8 * 3600,
  // Our worker counts the tries (`mostTries`), not the queue, so that no mail fails unnoticed.
  retryLimit: 1_000,
  // A little longer than a delivery may take: after this time, the mail of a process that died is retried.
  expireInSeconds: 120,
  // Waiting mail is never dropped: it may be paused for a long time.
  retentionSeconds: 365 * 24 * 3600,
  notify: true,
};

// The higher, the sooner; of equal ones, the oldest.
const priorities: Record<MailUrgency, number> = {
  account: 3,
  receipt: 2,
  decision: 1,
  form: 0,
  bulk: -1,
};

/** The place of a mail in the queue. */
export function mailPriority({ urgency }: Pick<OutgoingMail, 'urgency'>): number {
  return priorities[urgency ?? 'form'];
}
