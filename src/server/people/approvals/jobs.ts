import { sql } from 'kysely';
import type { ApprovalId } from '#contract/ids.ts';
import { approvalKinds } from '#core/people/approvals.ts';
import { approvalExpired, approvalStillWaits } from '#server/people/approvals/emails.ts';
import { approversOf } from '#server/people/approvals/queries.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { userNameBy } from '#server/platform/db/user-names.ts';
import type { Deps } from '#server/platform/deps.ts';
import { workerOf } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/* When people are reminded of what waits for their approval, and when whoever asked is told that nobody gave it. */

/** Days after a request at which whoever can approve it is reminded, and days before its end. */
const reminderAfterDays = 3;
const reminderBeforeEndDays = 1;

/** Each hour: reminds of open requests, and tells of those that have ended without an answer. */
export const approvalRemindersWorker = workerOf(
  { name: 'approval-reminders', retryLimit: 2, cron: '37 * * * *' },
  ({ db, mailer }: Pick<Deps, 'db' | 'mailer'>) => followUpApprovals(db, mailer),
);

/** How many reminders a request should have had by now: one that was missed is not sent with the next. */
const remindersDueSql = sql<number>`case
  when expires_at <= now() + make_interval(days => ${reminderBeforeEndDays}) then 2
  when created_at <= now() - make_interval(days => ${reminderAfterDays}) then 1
  else 0 end`;

export async function followUpApprovals(db: Db, mailer: Mailer): Promise<void> {
  const due = await db
    .selectFrom('approvals')
    .select(['id', sql<boolean>`expires_at <= now()`.as('hasEnded')])
    .where('status', '=', 'open')
    .where('isEndTold', '=', false)
    .where(sql<boolean>`(expires_at <= now() or reminders_sent < ${remindersDueSql})`)
    .orderBy('createdAt')
    .execute();
  for (const { id, hasEnded } of due) await (hasEnded ? tellOfEnd : remind)(db, id, mailer);
}

function remind(db: Db, id: ApprovalId, { config, enqueue, settings }: Mailer): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const asked = await trx
      .updateTable('approvals')
      .set({ remindersSent: remindersDueSql })
      .where('id', '=', id)
      .where('status', '=', 'open')
      .where('remindersSent', '<', remindersDueSql)
      .returning(['kind', 'facts', 'requestedBy', 'expiresAt'])
      .returning(userNameBy('requestedBy').as('askedBy'))
      .executeTakeFirst();
    if (!asked) return;
    const { timeZone } = settings.current();
    for (const person of await approversOf(trx, approvalKinds[asked.kind].right)) {
      if (person.id === asked.requestedBy) continue;
      await enqueue(trx, approvalStillWaits(config, person, { ...asked, timeZone }));
    }
  });
}

function tellOfEnd(db: Db, id: ApprovalId, { config, enqueue }: Mailer): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const asked = await trx
      .updateTable('approvals')
      .set({ isEndTold: true })
      .where('id', '=', id)
      .where('status', '=', 'open')
      .where('isEndTold', '=', false)
      .returning(['kind', 'facts', 'requestedBy'])
      .executeTakeFirst();
    if (!asked) return;
    const requester = await trx
      .selectFrom('users')
      .select(['firstName', 'email'])
      .where('id', '=', asked.requestedBy)
      .executeTakeFirst();
    if (requester) await enqueue(trx, approvalExpired(config, requester, asked));
  });
}
