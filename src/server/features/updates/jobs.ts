import type { PgBoss } from 'pg-boss';
import type { Db } from '#server/db/schema.ts';
import { mailing, queueNextMails } from '#server/features/updates/commands.ts';
import type { Mailer } from '#server/mail/mailer.ts';

/** Writes the mails of published updates. Several processes may: each takes what no other has. */
export async function startUpdateWorker(boss: PgBoss, db: Db, mailer: Mailer): Promise<void> {
  await boss.work(mailing, async () => {
    while ((await queueNextMails(db, mailer)) > 0);
  });
}
