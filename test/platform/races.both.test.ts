import { expect, test } from 'vitest';
import { createDonation } from '#contract/giving/donations.ts';
import type { CauseId } from '#contract/ids.ts';
import { login, resetPassword } from '#contract/people/sign-in.ts';
import { deleteCause } from '#contract/vetting/causes.ts';
import { createNomination } from '#contract/vetting/nominations.ts';
import { createAccountToken, endLinks } from '#server/people/sign-in/account-links.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, anAdministrator, aPerson, signIn, testPassword } from '#test/support/factories.ts';
import { meet } from '#test/support/locks.ts';

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

/** Keeps what deletes a cause waiting, and what needs it to stay; with `isCounted`, only what counts its uses. */
const lockCause =
  (id: CauseId, isCounted = false) =>
  (trx: Trx) => {
    const cause = trx.selectFrom('causes').select('id').where('id', '=', id);
    return (isCounted ? cause.forNoKeyUpdate() : cause.forUpdate()).execute();
  };

test.each(['donation', 'nomination'] as const)(
  'a cause is deleted while a %s for it arrives: one of the two is refused',
  async (kind) => {
    const cookie = await signIn(testApp);
    for (const isFirst of [true, false]) {
      const { id } = await aCause(testApp);
      const calls: (() => Promise<{ status: number }>)[] = [
        () => uses[kind](id),
        () => testApp.call(deleteCause, { cookie, params: { id } }),
      ];
      const answers = await meet(testApp, lockCause(id), isFirst ? calls : calls.toReversed());
      const statuses = answers.map(({ status }) => status);
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual(isFirst ? statuses : statuses.toReversed());
    }
  },
);

// Each nomination changes the cause's count, for which the deletion waits, and waits for the others.
test('a cause is deleted while six nominations for it arrive: there is no deadlock', async () => {
  const cookie = await signIn(testApp);
  for (const isCounted of [false, true]) {
    for (const place of [0, 3, 6]) {
      const { id } = await aCause(testApp);
      const calls: (() => Promise<{ status: number }>)[] = Array(6).fill(() => uses.nomination(id));
      calls.splice(place, 0, () => testApp.call(deleteCause, { cookie, params: { id } }));
      const nominated = await meet(testApp, lockCause(id, isCounted), calls);
      const [deleted] = nominated.splice(place, 1);
      const statuses = new Set(nominated.map(({ status }) => status));
      expect([deleted?.status, ...statuses]).toEqual(
        deleted?.status === 204 ? [204, 400] : [409, 201],
      );
    }
  }
});

test('an administrator who is deleted while logging in gets no session', async () => {
  const { id, email } = await anAdministrator(testApp);
  // Two passwords are checked at a time: when the first login is over, all have read the account, and the last is not checked.
  const logins = Array.from({ length: 8 }, () =>
    testApp.call(login, { body: { email, password: testPassword } }),
  );
  await Promise.race(logins);
  await testApp.db.deleteFrom('users').where('id', '=', id).execute();
  const answers = (await Promise.all(logins)).map(({ status, error }) => [status, error.code]);
  for (const answer of answers) {
    expect([
      [200, undefined],
      [401, 'wrong_credentials'],
    ]).toContainEqual(answer);
  }
  expect(answers.at(-1)).toEqual([401, 'wrong_credentials']);
});

test('an invitation is accepted while its address is corrected: there is no deadlock', async () => {
  const { id } = await anAdministrator(testApp);
  const token = await testApp.db
    .transaction()
    .execute((trx) => createAccountToken(trx, 'invitation', id));
  // As the correction does: it locks the account, and then ends its links.
  const [accepted] = await meet(
    testApp,
    (trx) => trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute(),
    [() => testApp.call(resetPassword, { body: { token, password: testPassword } })],
    (trx) => endLinks(trx, id),
  );
  expect(accepted).toMatchObject({ status: 400, error: { code: 'invalid_token' } });
});
