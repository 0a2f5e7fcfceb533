import { expect, test } from 'vitest';
import type { DonationId, NominationId } from '#contract/ids.ts';
import { getNeed } from '#contract/publishing/needs.ts';
import { publishNomination, savePublicPage } from '#contract/publishing/public-pages.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import { upholdRejection } from '#contract/vetting/decisions.ts';
import { updateNomination } from '#contract/vetting/nominations.ts';
import { sendAppeal } from '#contract/vetting/tracking-page.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { followUpConsents } from '#server/vetting/consents/jobs.ts';
import { useTestApp } from '#test/support/app.ts';
import { aConsent, answer, askNominee, requireConsent, withdraw } from '#test/support/consents.ts';
import { bodies, endGrace } from '#test/support/decisions.ts';
import { aDonation, anAdministrator, aPair, signIn } from '#test/support/factories.ts';
import { fc } from '#test/support/seed.ts';
import { repeats } from '#test/support/tier.ts';
import { aTrackedNomination } from '#test/support/tracking.ts';

const testApp = useTestApp();

/** Whether a nominee agrees at this moment, as the rows say. */
async function agrees(id: NominationId): Promise<boolean> {
  const last = await testApp.db
    .selectFrom('consents')
    .select(['answer', 'withdrawnAt', 'endsAt'])
    .where('nominationId', '=', id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    last?.answer === 'given' &&
    last.withdrawnAt === null &&
    (last.endsAt === null || Date.parse(last.endsAt) > Date.now())
  );
}

test('of two answers with the same link at once, the second one is refused', async () => {
  const { nominationId } = await aPair(testApp);
  const token = await askNominee(testApp, nominationId);
  const both = await Promise.all([
    answer(testApp, token),
    answer(testApp, token, { answer: 'declined' }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'consent_changed',
  });
});

test('an allocation at the moment of a withdrawal is either before it or refused', async () => {
  const cookie = await signIn(testApp);
  for (let round = 0; round < 5; round++) {
    const { donationId, nominationId } = await aPair(testApp);
    const token = await aConsent(testApp, nominationId);
    const body = { amount: 100, donationId, nominationId };
    const [allocated, withdrawn] = await Promise.all([
      testApp.call(createAllocation, { cookie, body }),
      withdraw(testApp, token),
    ]);
    expect(withdrawn.status).toBe(200);
    expect([201, 409]).toContain(allocated.status);
    const { createdAt } = (await testApp.db
      .selectFrom('allocations')
      .select('createdAt')
      .where('nominationId', '=', nominationId)
      .executeTakeFirst()) ?? { createdAt: null };
    expect(createdAt === null).toBe(allocated.status === 409);
    const again = await testApp.call(createAllocation, { cookie, body });
    expect(again).toMatchObject({ status: 409, body: { code: 'consent_missing' } });
  }
});

test('of two people who decide an appeal at once, one does', async () => {
  const [decliner, one, other] = [
    await anAdministrator(testApp),
    await anAdministrator(testApp),
    await anAdministrator(testApp),
  ];
  const { id, token } = await aTrackedNomination(testApp);
  const params = { id };
  const body = { ...bodies.reject };
  await testApp.call(updateNomination, { cookie: await signIn(testApp, decliner), params, body });
  await endGrace(testApp);
  await testApp.call(sendAppeal, { body: { token, text: 'Please.', papers: [] } });
  const accepting = { ...bodies.accept, seenStatus: 'rejected' as const };
  const [cookieOfOne, cookieOfOther] = [await signIn(testApp, one), await signIn(testApp, other)];
  const both = await Promise.all([
    testApp.call(upholdRejection, { cookie: cookieOfOne, params, body: {} }),
    testApp.call(upholdRejection, { cookie: cookieOfOther, params, body: {} }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  // An upheld appeal is decided; the specification's Accept goes on working.
  const late = await testApp.call(updateNomination, {
    cookie: cookieOfOne,
    params,
    body: accepting,
  });
  expect(late.status).toBe(200);
});

test('of two who accept and reject at once, the second one learns of the first', async () => {
  const [one, other] = [await signIn(testApp), await signIn(testApp)];
  const { id } = await aTrackedNomination(testApp);
  const decide = (cookie: string, action: 'accept' | 'reject') =>
    testApp.call(updateNomination, {
      cookie,
      params: { id },
      body: { ...bodies[action], seenStatus: 'pending' },
    });
  const both = await Promise.all([decide(one, 'accept'), decide(other, 'reject')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'decided_meanwhile',
  });
});

const walks = repeats({ change: 6, release: 100 });

test(`${walks} random walks never make public or allocate what the nominee does not agree to`, {
  timeout: 60_000 + walks * 20_000,
}, async () => {
  const [one, other] = [await signIn(testApp), await signIn(testApp)];
  await requireConsent(testApp);
  const steps = [
    'accept',
    'reject',
    'complete',
    'publish',
    'allocate',
    'ask',
    'agree',
    'agree until today',
    'decline',
    'withdraw',
    'end',
    'appeal',
    'uphold',
  ] as const;
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...steps), { minLength: 12, maxLength: 30 }),
        async (walk) => {
          const { id, token } = await aTrackedNomination(testApp);
          const params = { id };
          const { causeId } = await testApp.db
            .selectFrom('nominations')
            .select('causeId')
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          const donationId: DonationId = await aDonation(testApp, { causeId });
          let link = '';
          let seen = 0;
          const texts = { publicName: 'A need', summary: 'Cold.', story: 'Cold.' };
          const said = async (more: object) => {
            const { status } = await answer(testApp, link, { ...more, seen });
            if (status === 200) seen += 1;
          };
          for (const step of ['accept', 'ask', ...walk] as const) {
            const before = await agrees(id);
            let allocated = false;
            switch (step) {
              case 'accept':
              case 'reject':
              case 'complete':
                await testApp.call(updateNomination, { cookie: one, params, body: bodies[step] });
                break;
              case 'publish':
                await testApp.call(savePublicPage, {
                  cookie: one,
                  params,
                  body: { ...texts, coverFileId: null },
                });
                await testApp.call(publishNomination, { cookie: one, params });
                break;
              case 'allocate': {
                const body = { amount: 1, donationId, nominationId: id };
                const { status } = await testApp.call(createAllocation, { cookie: one, body });
                allocated = status === 201;
                break;
              }
              case 'ask':
                link = await askNominee(testApp, id).catch(() => link);
                break;
              case 'agree':
                await said({});
                break;
              case 'agree until today':
                await said({ endsOn: new Date().toISOString().slice(0, 10) });
                break;
              case 'decline':
                await said({ answer: 'declined' });
                break;
              case 'withdraw':
                await withdraw(testApp, link);
                break;
              case 'end':
                await followUpConsents(testApp.db, testApp.mailer);
                break;
              case 'appeal':
                await testApp.db
                  .updateTable('nominationDecisions')
                  .set({ mailLeftAt: new Date().toISOString() })
                  .where('nominationId', '=', id)
                  .where('mailId', 'is not', null)
                  .execute();
                await testApp.call(sendAppeal, { body: { token, text: 'Please.', papers: [] } });
                break;
              case 'uphold':
                await testApp.call(upholdRejection, { cookie: other, params, body: {} });
            }
            const isPublic = (await testApp.call(getNeed, { params })).status === 200;
            if (isPublic) expect(await agrees(id), `public after ${step}`).toBe(true);
            if (allocated) expect(before, 'allocated').toBe(true);
          }
        },
      ),
      { numRuns: walks },
    );
    expect(await checkLedger(testApp.db)).toEqual([]);
  } finally {
    await requireConsent(testApp, false);
  }
});
