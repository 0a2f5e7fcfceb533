import { sql } from 'kysely';
import type { NominationId, QuestionId } from '#contract/ids.ts';
import { createNomination } from '#contract/vetting/nominations.ts';
import { askQuestions } from '#contract/vetting/questions.ts';
import type { TestApp } from '#test/support/app.ts';
import { decide } from '#test/support/decisions.ts';
import { aCause, aPerson, signIn } from '#test/support/factories.ts';
import { tokenIn } from '#test/support/tracking-link.ts';

/** A nomination as its nominator submits it, with the secret of its link. */
export async function aTrackedNomination(testApp: TestApp, more: object = {}) {
  const person = aPerson();
  const { status, body } = await testApp.call(createNomination, {
    body: {
      nominee: 'Maria Lopez',
      causeId: (await aCause(testApp)).id,
      description: 'Her heating broke down in the middle of the winter.',
      ...person,
      ...more,
    },
  });
  if (status !== 201) throw new Error(`Not submitted: ${status}`);
  return { ...body, person, token: tokenIn(body.trackingUrl) };
}

/** Asks the nominator as a newly signed-in administrator; the latest question comes first. */
export async function ask(testApp: TestApp, id: NominationId, ...questions: string[]) {
  const cookie = await signIn(testApp);
  return testApp.call(askQuestions, { cookie, params: { id }, body: { questions } });
}

/** As if everything about the questions of a nomination had happened some days earlier. */
export async function letDaysPass({ db }: TestApp, id: NominationId, days: number): Promise<void> {
  const earlier = sql`make_interval(days => ${days}::int)`;
  await sql`update questions set asked_at = asked_at - ${earlier} where nomination_id = ${id}`.execute(
    db,
  );
  await sql`update nominations set vetting_state_since = vetting_state_since - ${earlier} where id = ${id}`.execute(
    db,
  );
}

/** A nomination with a question that was just asked. */
export async function anAskedNomination(testApp: TestApp, more: object = {}) {
  const nomination = await aTrackedNomination(testApp, more);
  const { body } = await ask(testApp, nomination.id, 'Who is her landlord?');
  const [question] = body;
  if (!question) throw new Error('Not asked');
  return { ...nomination, questionId: question.id };
}

/** The id of an open question. */
export async function aQuestion(testApp: TestApp): Promise<QuestionId> {
  return (await anAskedNomination(testApp)).questionId;
}

/** A nomination whose rejection its nominator was told just now. */
export async function anAppealable(testApp: TestApp) {
  const nomination = await aTrackedNomination(testApp);
  await decide(testApp, nomination.id, 'reject');
  await sql`update nomination_decisions set mail_left_at = now() where nomination_id = ${nomination.id}`.execute(
    testApp.db,
  );
  return nomination;
}
