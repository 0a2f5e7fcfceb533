import { expect, test } from 'vitest';
import { resetPassword } from '#contract/people/sign-in.ts';
import { deleteUser } from '#contract/people/users.ts';
import { createAccountToken } from '#server/people/sign-in/account-links.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, signIn } from '#test/support/factories.ts';
import { untilWaiting } from '#test/support/locks.ts';

const testApp = useTestApp();

test('an administrator who is deleted while setting a new password is in nobody’s way', async () => {
  const { id } = await anAdministrator(testApp);
  const cookie = await signIn(testApp);
  const token = await testApp.db
    .transaction()
    .execute((trx) => createAccountToken(trx, 'reset', id));
  const calls = await testApp.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('accountTokens')
      .select('userId')
      .where('userId', '=', id)
      .forUpdate()
      .execute();
    // It has locked the account, and waits for the link.
    const reset = testApp.call(resetPassword, {
      body: { token, password: 'Brand-new-password-2' },
    });
    await untilWaiting(testApp, 1);
    const deleted = testApp.call(deleteUser, { cookie, params: { id } });
    await untilWaiting(testApp, 2);
    return [reset, deleted] as const;
  });
  const [reset, deleted] = await Promise.all(calls);
  expect([reset.status, deleted.status]).toEqual([200, 204]);
});
