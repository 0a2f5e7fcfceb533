import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import { dormantAfterDays, reminderDays } from '#core/vetting/question-days.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type JobQueue, workerOf } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { nominationRests, questionsWait } from '#server/vetting/questions/emails.ts';
import { enterVettingState, isAnsweredSql } from '#server/vetting/questions/vetting-state.ts';
import { createTrackingLink } from '#server/vetting/tracking-links/commands.ts';

/* When nominators are reminded of questions, and when a nomination rests without an answer. */

const questionRemindersQueue: JobQueue = {
  name: 'question-reminders',
  retryLimit: 2,
  cron: '7 * * * *',
};

/** Each hour: reminds nominators of open questions, and lets nominations rest that got no answer. */
export const questionRemindersWorker = workerOf(
  questionRemindersQueue,
  ({ db, mailer }: Pick<Deps, 'db' | 'mailer'>) => followUpQuestions(db, mailer),
);

/** Lets nominations rest whose questions are too old, and then reminds the nominators of the others. */
export async function followUpQuestions(db: Db, mailer: Mailer): Promise<void> {
  for (const { id } of await restable(db).execute()) {
    await db.transaction().execute((trx) => rest(trx, id, mailer));
  }
  const due = await db
    .selectFrom('questions')
    .innerJoin('nominations', 'nominations.id', 'questions.nominationId')
    .select('nominations.id')
    .distinct()
    .where(isWaitingSql)
    .where(isDueSql)
    .where('questions.closedAt', 'is', null)
    .where(sql<boolean>`not ${isAnsweredSql}`)
    .execute();
  for (const { id } of due) await db.transaction().execute((trx) => remind(trx, id, mailer));
}

/** Whether the nomination of a row is pending and waits for an answer. */
const isWaitingSql = sql<boolean>`vetting_state = 'asked'
  and not (is_accepted or is_rejected or is_completed)`;

/** Whether the question of a row is so old that the next of its reminders is due. */
const isDueSql = sql<boolean>`asked_at <= now() - make_interval(days =>
  (array[${reminderDays[0]}::int, ${reminderDays[1]}::int])[reminders_sent + 1])`;

/** Nominations that have waited for an answer too long, of which nothing new has come meanwhile. */
function restable(db: Db) {
  return db
    .selectFrom('nominations')
    .select(['nominations.id', 'email', 'reference'])
    .where(isWaitingSql)
    .where(
      'vettingStateSince',
      '<=',
      sql<string>`now() - make_interval(days => ${dormantAfterDays})`,
    );
}

async function rest(trx: Trx, id: NominationId, { config, enqueue }: Mailer): Promise<void> {
  // Looked at again behind the lock: an answer may have come.
  const nomination = await restable(trx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!nomination) return;
  await enterVettingState(trx, id, 'dormant');
  await recordAudit(trx, { actor: 'system', action: 'nomination.rested', subjectId: id });
  const url = await createTrackingLink(trx, id, config);
  await enqueue(trx, nominationRests(config, { ...nomination, url }));
}

/** One mail for all questions of a nomination, however many reminders were missed. */
async function remind(trx: Trx, id: NominationId, { config, enqueue }: Mailer): Promise<void> {
  const nomination = await trx
    .selectFrom('nominations')
    .select(['email', 'reference'])
    .where('id', '=', id)
    .where(isWaitingSql)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!nomination) return;
  const reminded = await trx
    .updateTable('questions')
    .set({
      remindersSent: sql<number>`case when asked_at <= now() - make_interval(days => ${reminderDays[1]}) then 2 else 1 end`,
    })
    .where('nominationId', '=', id)
    .where('closedAt', 'is', null)
    .where(isDueSql)
    .where(sql<boolean>`not ${isAnsweredSql}`)
    .returning('id')
    .execute();
  if (reminded.length === 0) return;
  const url = await createTrackingLink(trx, id, config);
  const to = { ...nomination, url, count: reminded.length };
  await enqueue(trx, questionsWait(config, to));
}
