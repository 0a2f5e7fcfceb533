import { randomUUID } from 'node:crypto';
import { fromKysely, type PgBoss } from 'pg-boss';
import { type JobId, jobId } from '#contract/ids.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import type { Config } from '#server/platform/config.ts';
import type { OutgoingMail } from '#server/platform/db/column-types.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Message } from '#server/platform/mail/compose.ts';
import { mailPriority, mailQueue } from '#server/platform/mail/mail-queue.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

/* Queues a mail in the transaction that causes it, or not at all. */

/** How a command sends mail: with the transaction that causes it, or not at all. */
export interface Mailer {
  config: Config;
  settings: SettingsStore;
  enqueue(trx: Trx, message: Message, options?: QueueOptions): Promise<void>;
  /** Sends a mail to everyone who gets mail for the team. */
  enqueueForTeam(trx: Trx, write: (recipient: string) => Message): Promise<void>;
  /** Sends a mail again under its existing id. */
  resend(trx: Trx, mail: OutgoingMail, options?: QueueOptions): Promise<void>;
}

interface QueueOptions {
  /** The id of the job and of the mail: a second mail with the same id is not queued. */
  id?: JobId;
  /** When it leaves; at once if absent. */
  leavesAt?: string;
}

/** The mailer on top of the job queue. `findTeam` returns the addresses that get mail for the team. */
export function createMailer(
  boss: PgBoss,
  config: Config,
  settings: SettingsStore,
  findTeam: (trx: Trx, config: Config) => Promise<string[]>,
): Mailer {
  const domain = new URL(config.publicUrl).hostname;
  const send = async (trx: Trx, mail: OutgoingMail, { id, leavesAt }: QueueOptions = {}) => {
    // Whatever still happens to the donations of somebody who was erased, nobody can be told.
    if (isErasedAddress(mail.to)) return;
    const queuedId = await boss.send(mailQueue.name, mail, {
      db: fromKysely(trx),
      ...(id !== undefined && { id }),
      ...(leavesAt !== undefined && { startAfter: leavesAt }),
      priority: mailPriority(mail),
    });
    // Null: it was queued before.
    if (mail.donorId === undefined || queuedId === null) return;
    await trx
      .insertInto('donorMails')
      .values({
        jobId: jobId.parse(queuedId),
        donorId: mail.donorId,
        recipient: mail.to,
        subject: mail.subject,
      })
      .execute();
  };
  const enqueue: Mailer['enqueue'] = (trx, message, options) =>
    send(trx, { ...message, messageId: `<${options?.id ?? randomUUID()}@${domain}>` }, options);
  return {
    config,
    settings,
    enqueue,
    async enqueueForTeam(trx, write) {
      for (const recipient of await findTeam(trx, config)) await enqueue(trx, write(recipient));
    },
    resend: send,
  };
}
