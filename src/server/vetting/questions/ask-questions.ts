import { sql } from 'kysely';
import type { NominationId, QuestionId } from '#contract/ids.ts';
import type { ManyOutcome } from '#contract/many-at-once.ts';
import type { Question } from '#contract/vetting/questions.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { eachRow } from '#server/platform/db/each-row.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { questionsAsked } from '#server/vetting/questions/emails.ts';
import { lockNomination } from '#server/vetting/questions/lock-question.ts';
import { assertPending } from '#server/vetting/questions/policy.ts';
import { listQuestions } from '#server/vetting/questions/queries.ts';
import { settleVettingState } from '#server/vetting/questions/vetting-state.ts';
import { createTrackingLink } from '#server/vetting/tracking-links/commands.ts';

/** Asks the nominator of a pending nomination, with one mail for all of these questions. 409 once there is a decision. */
export async function askQuestions(
  db: Db,
  actor: TeamMember,
  input: QuestionsInput,
  mailer: Mailer,
): Promise<Question[]> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute((trx) => ask(trx, actor, input, mailer));
  return listQuestions(db, input.id);
}

/** Asks the nominators of several nominations the same. */
export function askMany(
  db: Db,
  actor: TeamMember,
  input: Omit<QuestionsInput, 'id'> & { ids: NominationId[] },
  idempotencyKey: string | null,
  mailer: Mailer,
): Promise<ManyOutcome<NominationId>> {
  demandRight(actor, 'nominations.decide');
  const { ids, ...asked } = input;
  const scope = `ask many ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, (trx) =>
    eachRow(trx, ids, (id) => ask(trx, actor, { ...asked, id }, mailer)),
  );
}

interface QuestionsInput {
  id: NominationId;
  questions: string[];
  /** A day; empty for none. */
  dueOn: string;
}

async function ask(
  trx: Trx,
  actor: TeamMember,
  { id, questions, dueOn }: QuestionsInput,
  mailer: Mailer,
): Promise<void> {
  const nomination = await lockNomination(trx, id);
  assertPending(nomination);
  const { last } = await trx
    .selectFrom('questions')
    .select(sql<number>`coalesce(max(position), 0)`.as('last'))
    .where('nominationId', '=', id)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('questions')
    .values(
      questions.map((text, index) => ({
        id: newId<QuestionId>(),
        nominationId: id,
        position: last + index + 1,
        text,
        dueOn: dueOn || null,
        askedBy: actor.id,
      })),
    )
    .execute();
  await settleVettingState(trx, id, { wakes: true });
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'nomination.questions_asked',
    subjectId: id,
    after: { questions: questions.length },
  });
  const url = await createTrackingLink(trx, id, mailer.config);
  const asked = { ...nomination, count: questions.length, dueOn: dueOn || null, url };
  await mailer.enqueue(trx, questionsAsked(mailer.config, asked));
}
