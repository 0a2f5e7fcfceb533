import { randomUUID } from 'node:crypto';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Config } from '#server/platform/config.ts';
import type { Trx } from '#server/db/schema.ts';
import type { QueueName } from '#server/platform/jobs/job-queue.ts';
import type { Message } from '#server/platform/mail/compose.ts';

/** The queue that mail waits in. */
export const mailQueue: QueueName = 'mail';

/** A message with the id that stays the same on every try, so that a repeat can be recognised. */
export type OutgoingMail = Message & { messageId: string };

/** How a command sends mail: with the transaction that causes it, or not at all. */
export interface Mailer {
  config: Config;
  enqueue(trx: Trx, message: Message, options?: QueueOptions): Promise<void>;
  /** Sends a mail once more that has its id already. */
  resend(trx: Trx, mail: OutgoingMail, options?: QueueOptions): Promise<void>;
}

interface QueueOptions {
  /** The id of the job and of the mail: what is queued under the same one again is left out. */
  id?: string;
  /** One of many: whatever else there is to send goes first. */
  isBulk?: boolean;
}

/** The mailer on top of the job queue. */
export function createMailer(boss: PgBoss, config: Config): Mailer {
  const domain = new URL(config.publicUrl).hostname;
  const send = async (trx: Trx, mail: OutgoingMail, { id, isBulk }: QueueOptions = {}) => {
    await boss.send(mailQueue, mail, {
      db: fromKysely(trx),
      ...(id !== undefined && { id }),
      ...(isBulk && { priority: -1 }),
    });
  };
  return {
    config,
    enqueue: (trx, message, options) =>
      send(trx, { ...message, messageId: `<${options?.id ?? randomUUID()}@${domain}>` }, options),
    resend: send,
  };
}
