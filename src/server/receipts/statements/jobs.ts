import { sql } from 'kysely';
import type { JobId } from '#contract/ids.ts';
import { statementLinkDays } from '#contract/receipts/statements.ts';
import { keptCents } from '#core/receipts/receipt-documents.ts';
import { lockWaiting } from '#server/donors/donors/mailings.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mailingQueue, mailingWorker, queueNext } from '#server/platform/mail/mailing.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { statementReady } from '#server/receipts/statements/emails.ts';
import { donationsInPeriod, statementTables } from '#server/receipts/statements/queries.ts';

/* Writes the mails with statements. */

/** The queue of jobs that write the mails with statements. */
export const statementMailsQueue = mailingQueue('statement-mails');

/**
 * Adds the next few statements to the queue of mail, and returns for how many donors. Whoever has nothing left to tell of,
 * gets none.
 */
export function queueNextStatements(db: Db, mailer: Mailer): Promise<number> {
  const { recipients } = statementTables;
  return queueNext(db, mailer, { recipients, lockWaiting: lockWithPeriods, queueMails });
}

/** Writes the mails of {@link statementMailsQueue}. */
export const statementMailsWorker = mailingWorker(statementMailsQueue, queueNextStatements);

function lockWithPeriods(trx: Trx, most: number) {
  return lockWaiting(trx, statementTables, most)
    .select('donors.erasedAt')
    .select([sql<string>`mailing.from_day`.as('from'), sql<string>`mailing.to_day`.as('to')])
    .execute();
}

async function queueMails(
  trx: Trx,
  waiting: Awaited<ReturnType<typeof lockWithPeriods>>,
  mailer: Mailer,
) {
  const leftOut: { id: JobId }[] = [];
  for (const { id, donorId, email, erasedAt, isTwice, from, to } of waiting) {
    const donations = await donationsInPeriod(trx, donorId, { from, to });
    const totalCents = keptCents(donations);
    if (email === null || erasedAt !== null || isTwice || totalCents <= 0) {
      leftOut.push({ id });
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
  }
  return leftOut;
}
