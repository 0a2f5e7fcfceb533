import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDonation } from '#contract/giving/donations.ts';
import type { CauseId } from '#contract/ids.ts';
import { login, resetPassword } from '#contract/people/sign-in.ts';
import { deleteCause } from '#contract/vetting/causes.ts';
import { createNomination } from '#contract/vetting/nominations.ts';
import { createAccountToken, endLinks } from '#server/people/sign-in/account-links.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, anAdministrator, aPerson, signIn, testPassword } from '#test/support/factories.ts';

// Items that disappear while somebody uses them. The embedded database does one thing after another, so it shows
// less of this than PostgreSQL.
const testApp = useTestApp();

const uses = {
  donation: (causeId: CauseId) =>
    testApp.call(createDonation, { body: { amount: 500, causeId, ...aPerson() } }),
  nomination: (causeId: CauseId) =>
    testApp.call(createNomination, {
      body: { nominee: 'Maria', description: 'Heating', causeId, ...aPerson() },
    }),
};

test.each(['donation', 'nomination'] as const)(
  'a cause is deleted while a %s for it arrives: one of the two is refused',
  async (kind) => {
    const cookie = await signIn(testApp);
    for (let round = 0; round < 25; round++) {
      const { id } = await aCause(testApp);
      const deleting = sleep(round % 5).then(() =>
        testApp.call(deleteCause, { cookie, params: { id } }),
      );
      const [used, deleted] = await Promise.all([uses[kind](id), deleting]);
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([used.status, deleted.status]);
    }
  },
);

// Each nomination changes the cause's count, for which the deletion waits, and waits for the others.
test('a cause is deleted while six nominations for it arrive: there is no deadlock', async () => {
  const cookie = await signIn(testApp);
  for (let round = 0; round < 6; round++) {
    const { id } = await aCause(testApp);
    const nominating = Promise.all(Array.from({ length: 6 }, () => uses.nomination(id)));
    const deleting = sleep(round).then(() => testApp.call(deleteCause, { cookie, params: { id } }));
    const [nominated, deleted] = await Promise.all([nominating, deleting]);
    const statuses = new Set(nominated.map(({ status }) => status));
    expect([deleted.status, ...statuses]).toEqual(deleted.status === 204 ? [204, 400] : [409, 201]);
  }
});

test('an administrator who is deleted while logging in gets no session', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, email } = await anAdministrator(testApp);
    const answer = testApp.call(login, { body: { email, password: testPassword } });
    // Checking the password takes longer than this.
    await sleep(5 + 5 * round);
    await testApp.db.deleteFrom('users').where('id', '=', id).execute();
    const { status, error } = await answer;
    // The last rounds may come too late.
    expect([status, error.code]).toEqual(
      status === 200 ? [200, undefined] : [401, 'wrong_credentials'],
    );
  }
});

test('an invitation is accepted while its address is corrected: there is no deadlock', async () => {
  const { id } = await anAdministrator(testApp);
  const token = await testApp.db
    .transaction()
    .execute((trx) => createAccountToken(trx, 'invitation', id));
  let accepting: Promise<{ status: number }> | undefined;
  // As the correction does, but slower: it locks the account, and then ends its links.
  await testApp.db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    accepting = testApp.call(resetPassword, { body: { token, password: testPassword } });
    await sleep(1_000);
    await endLinks(trx, id);
  });
  expect(await accepting).toMatchObject({ status: 400, error: { code: 'invalid_token' } });
});
