import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listDecisions, upholdRejection } from '#contract/vetting/decisions.ts';
import { updateNomination } from '#contract/vetting/nominations.ts';
import { sendAppeal } from '#contract/vetting/tracking-page.ts';
import { useTestApp } from '#test/support/app.ts';
import { bodies, endGrace } from '#test/support/decisions.ts';
import { anAdministrator, aTeamMember, signIn } from '#test/support/factories.ts';
import { aTrackedNomination } from '#test/support/tracking.ts';

const testApp = useTestApp();

test('who is the only one to decide about nominations decides about an appeal, too, and is told so', async () => {
  const { id, token } = await aTrackedNomination(testApp);
  const alone = await anAdministrator(testApp);
  // Neither of them decides about nominations, and whoever has not accepted the invitation cannot.
  await aTeamMember(testApp, 'treasurer');
  await testApp.db
    .updateTable('users')
    .set({ acceptedAt: null })
    .where('id', '<>', alone.id)
    .where(sql<boolean>`'owner' = any (roles)`)
    .execute();
  const cookie = await signIn(testApp, alone);
  const params = { id };
  await testApp.call(updateNomination, { cookie, params, body: bodies.reject });
  await endGrace(testApp);
  await testApp.call(sendAppeal, { body: { token, text: 'Please.', papers: [] } });
  const { body } = await testApp.call(listDecisions, { cookie, params });
  expect(body[0]?.appeal).toMatchObject({ mayDecide: true, isAlone: true });
  expect((await testApp.call(upholdRejection, { cookie, params, body: {} })).status).toBe(200);
});
