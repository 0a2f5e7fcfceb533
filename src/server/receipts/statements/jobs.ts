import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { JobId } from '#contract/ids.ts';
import { statementLinkDays } from '#contract/receipts/statements.ts';
import { keptCents } from '#core/receipts/receipt-documents.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { statementReady } from '#server/receipts/statements/emails.ts';
import { donationsInPeriod } from '#server/receipts/statements/queries.ts';

/** The queue of jobs that write the mails with statements. */
export const statementMailsQueue: JobQueue = {
  name: 'statement-mails',
  // Also every minute, for what a process that died has left.
  cron: '* * * * *',
  retryLimit: 0,
  expireInSeconds: 3600,
};

// Written in one transaction: few enough that the embedded database serves others in between.
const batchSize = 25;

/** Whether the donor gets the same statement already, because two records were joined since. */
const isTwiceSql = sql<boolean>`exists (
  select from statement_recipients as other join donors as counted on counted.id = other.donor_id
  where other.mailing_id = recipient.mailing_id and other.id <> recipient.id
    and coalesce(counted.joined_into, counted.id) = donors.id
    and other.left_out_at is null and (other.queued_at is not null or other.id < recipient.id))`;

/**
 * Adds the next few statements to the queue of mail, and returns for how many donors: 0 if nobody is waiting. The mails
 * and the record that they are queued are one transaction, so that nobody gets two. Whoever has nothing left to tell of,
 * gets none.
 */
export function queueNextStatements(db: Db, mailer: Mailer): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const waiting = await lockWaiting(trx);
    const leftOut: JobId[] = [];
    const queued: JobId[] = [];
    for (const { id, donorId, email, erasedAt, isTwice, from, to } of waiting) {
      const donations = await donationsInPeriod(trx, donorId, { from, to });
      const totalCents = keptCents(donations);
      if (email === null || erasedAt !== null || isTwice || totalCents <= 0) {
        leftOut.push(id);
        continue;
      }
      const token = newToken();
      await trx
        .insertInto('statementLinks')
        .values({
          tokenHash: hashToken(token),
          donorId,
          fromDay: from,
          toDay: to,
          expiresAt: sql<string>`now() + make_interval(days => ${statementLinkDays})`,
        })
        .execute();
      const about = { email, token, from, to, count: donations.length, totalCents };
      await mailer.enqueue(trx, { ...statementReady(mailer.config, about), donorId }, { id });
      queued.push(id);
    }
    await note(trx, 'leftOutAt', leftOut);
    await note(trx, 'queuedAt', queued);
    return waiting.length;
  });
}

function lockWaiting(trx: Trx) {
  return (
    trx
      .selectFrom('statementRecipients as recipient')
      .innerJoin('statementMailings', 'statementMailings.id', 'recipient.mailingId')
      .innerJoin('donors as selected', 'selected.id', 'recipient.donorId')
      // A joined record leads to the one that it was joined into.
      .innerJoin('donors', (join) =>
        join.on(sql<boolean>`donors.id = coalesce(selected.joined_into, selected.id)`),
      )
      .select([
        'recipient.id',
        'donors.id as donorId',
        'donors.email',
        'donors.erasedAt',
        isTwiceSql.as('isTwice'),
        'fromDay as from',
        'toDay as to',
      ])
      .where('queuedAt', 'is', null)
      .where('leftOutAt', 'is', null)
      .where('stoppedAt', 'is', null)
      .orderBy('recipient.mailingId')
      .orderBy('recipient.id')
      .limit(batchSize)
      // Also the mailing, so that it is not stopped between this and the queue.
      .forUpdate('recipient')
      .forShare('statementMailings')
      .skipLocked()
      .execute()
  );
}

async function note(trx: Trx, what: 'queuedAt' | 'leftOutAt', ids: JobId[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('statementRecipients')
    .set({ [what]: sql<string>`now()` })
    .where('id', 'in', ids)
    .execute();
}

/** Writes mails with statements. Several processes may do it: each takes what no other one has. */
export async function startStatementWorker({
  db,
  boss,
  mailer,
}: {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
}): Promise<void> {
  await boss.work(statementMailsQueue.name, async () => {
    while ((await queueNextStatements(db, mailer)) > 0);
  });
}
