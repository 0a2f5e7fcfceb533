import { expect, test } from 'vitest';
import type { AnswerId, NominationId } from '#contract/ids.ts';
import { getDesk } from '#contract/overview/desk.ts';
import { getNomination, listNominations } from '#contract/vetting/nominations.ts';
import {
  askMany,
  listQuestions,
  readAnswers,
  startCheckingMany,
} from '#contract/vetting/questions.ts';
import { answerQuestion } from '#contract/vetting/tracking-page.ts';
import { maxAtOnce } from '#core/platform/many-at-once.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aNomination,
  anAcceptedNomination,
  aPerson,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { anAskedNomination } from '#test/support/tracking.ts';

const testApp = useTestApp();
const questions = ['Who is the landlord?'];

const look = async (cookie: string, id: NominationId) =>
  (await testApp.call(getNomination, { cookie, params: { id } })).body;

test('each nominator is asked once, and decided nominations are left out with the reason', async () => {
  const people = [aPerson(), aPerson()];
  const ids: NominationId[] = [];
  for (const person of people) ids.push(await aNomination(testApp, { person }));
  const decided = await anAcceptedNomination(testApp);
  const before = await Promise.all(people.map(({ email }) => mailsQueuedFor(testApp, email)));
  const cookie = await signIn(testApp);
  const call = {
    cookie,
    body: { ids: [...ids, decided], questions },
    idempotencyKey: newId(),
  };
  // The answer of the first call is lost, and the second one repeats it.
  await testApp.call(askMany, call);
  const { status, body } = await testApp.call(askMany, call);
  expect(status).toBe(200);
  expect(body.done.toSorted()).toEqual(ids.toSorted());
  expect(body.refused).toEqual([{ id: decided, reason: expect.stringContaining('accepted') }]);
  for (const id of ids) {
    const { body: asked } = await testApp.call(listQuestions, { cookie, params: { id } });
    expect(asked.map(({ text }) => text)).toEqual(questions);
  }
  expect(await Promise.all(people.map(({ email }) => mailsQueuedFor(testApp, email)))).toEqual(
    before.map((count) => count + 1),
  );
});

test('two who ask the same nominators in another order at once wait for each other and both ask', async () => {
  const ids: NominationId[] = [];
  for (let count = 0; count < 8; count++) ids.push(await aNomination(testApp));
  const [one, other] = [await signIn(testApp), await signIn(testApp)];
  const answers = await Promise.all([
    testApp.call(askMany, { cookie: one, body: { ids, questions } }),
    testApp.call(askMany, { cookie: other, body: { ids: ids.toReversed(), questions } }),
  ]);
  expect(answers.map(({ body }) => body.done.length)).toEqual([8, 8]);
  const [id] = ids as [NominationId];
  const { body } = await testApp.call(listQuestions, { cookie: one, params: { id } });
  expect(body.map(({ position }) => position)).toEqual([2, 1]);
});

test('starts to check those that are new, and leaves the others as they are', async () => {
  const cookie = await signIn(testApp);
  const id = await aNomination(testApp);
  const asked = await anAskedNomination(testApp);
  const decided = await anAcceptedNomination(testApp);
  const { body } = await testApp.call(startCheckingMany, {
    cookie,
    body: { ids: [id, asked.id, decided] },
  });
  expect(body.done.toSorted()).toEqual([id, asked.id].toSorted());
  expect(body.refused.map((refused) => refused.id)).toEqual([decided]);
  expect(await look(cookie, id)).toMatchObject({ vettingState: 'checking' });
  expect(await look(cookie, asked.id)).toMatchObject({ vettingState: 'asked' });
});

test('takes a hundred rows at once, none twice, and no more', async () => {
  const cookie = await signIn(testApp);
  const many = Array.from({ length: maxAtOnce + 1 }, () => newId<NominationId>());
  const id = await aNomination(testApp);
  for (const ids of [many, [], [id, id]]) {
    expect((await testApp.call(startCheckingMany, { cookie, body: { ids } })).status).toBe(400);
  }
  const { body } = await testApp.call(startCheckingMany, {
    cookie,
    body: { ids: [id, ...many.slice(0, maxAtOnce - 1)] },
  });
  expect(body.done).toEqual([id]);
  expect(body.refused).toHaveLength(maxAtOnce - 1);
});

test('an answer waits on the desk until somebody who decides has read it, and a later one waits again', async () => {
  const cookie = await signIn(testApp, await aTeamMember(testApp, 'case-worker'));
  const waiting = async () => (await testApp.call(getDesk, { cookie })).body.answers?.count ?? 0;
  const filtered = async () => {
    const query = { hasUnreadAnswer: 'true' } as const;
    const { body } = await testApp.call(listNominations, { cookie, query });
    return body.map(({ id }) => id);
  };
  const before = await waiting();
  const { id, token, questionId } = await anAskedNomination(testApp);
  const answer = async (text: string) => {
    const body = { token, questionId, text, papers: [] };
    expect((await testApp.call(answerQuestion, { body })).status).toBe(200);
    const { body: asked } = await testApp.call(listQuestions, { cookie, params: { id } });
    return asked[0]?.answers[0]?.id as AnswerId;
  };
  const read = (answerId: AnswerId) =>
    testApp.call(readAnswers, { cookie, params: { id }, body: { answerId } });
  expect(await filtered()).not.toContain(id);

  const first = await answer('Mr. Stone.');
  expect(await waiting()).toBe(before + 1);
  expect(await filtered()).toContain(id);
  const second = await answer('Mr. Stone, of Elm Street.');
  // Whoever has only the first one on the screen has not read the second.
  await read(first);
  expect(await filtered()).toContain(id);
  expect((await read(second)).status).toBe(204);
  expect((await read(second)).status).toBe(204);
  expect(await waiting()).toBe(before);
  expect(await look(cookie, id)).toMatchObject({ hasUnreadAnswer: false });
  await answer('Mr. Stone, of Oak Street.');
  expect(await filtered()).toContain(id);
  const other = await anAskedNomination(testApp);
  expect(
    (
      await testApp.call(readAnswers, {
        cookie,
        params: { id: other.id },
        body: { answerId: second },
      })
    ).status,
  ).toBe(404);
});
