import { randomUUID } from 'node:crypto';
import { fromKysely, type JobResult, type PgBoss } from 'pg-boss';
import type { Config } from '#server/config.ts';
import type { Trx } from '#server/db/schema.ts';
import type { QueueName } from '#server/jobs/job-queue.ts';
import type { Message } from '#server/mail/compose.ts';
import type { MailTransport } from '#server/mail/transport.ts';

const queue: QueueName = 'mail';

/** A message with the id that stays the same on every try, so that a repeat can be recognised. */
export type OutgoingMail = Message & { messageId: string };

/** How a command sends mail: with the transaction that causes it, or not at all. */
export interface Mailer {
  config: Config;
  enqueue(trx: Trx, message: Message): Promise<void>;
}

/** The mailer on top of the job queue. */
export function createMailer(boss: PgBoss, config: Config): Mailer {
  const domain = new URL(config.publicUrl).hostname;
  return {
    config,
    async enqueue(trx, message) {
      const mail: OutgoingMail = { ...message, messageId: `<${randomUUID()}@${domain}>` };
      await boss.send(queue, mail, { db: fromKysely(trx) });
    },
  };
}

// Four deliveries at a time. In batches, because the queue goes on at once after a full batch, while a
// single mail would be followed by up to 30 seconds of waiting for the next wake-up.
const work = {
  localConcurrency: 2,
  batchSize: 2,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** Delivers queued mail until the queue stops. A failed delivery is tried again later by the queue. */
export async function startMailWorker(boss: PgBoss, transport: MailTransport): Promise<void> {
  await boss.work<OutgoingMail, JobResult[], typeof work>(queue, work, (jobs) =>
    Promise.all(
      jobs.map(async ({ id, data }): Promise<JobResult> => {
        try {
          await transport.deliver(data);
          return { id, status: 'completed' };
        } catch (error) {
          return { id, status: 'failed', output: { message: String(error) } };
        }
      }),
    ),
  );
}
