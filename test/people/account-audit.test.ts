import { expect, test } from 'vitest';
import { login } from '#contract/people/sign-in.ts';
import { createUser, deleteUser, updateUser } from '#contract/people/users.ts';
import { prepareFirstAdministrator } from '#server/people/sign-in/first-administrator.ts';
import { auditOf } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, aPerson, signIn, testPassword } from '#test/support/factories.ts';

const testApp = useTestApp();

test('added, changed, and removed users are in the trail, with what changed and by whom', async () => {
  const actor = await anAdministrator(testApp);
  const cookie = await signIn(testApp, actor);
  const { phone: _, zip: __, ...person } = aPerson();
  const { body: user } = await testApp.call(createUser, { cookie, body: person });
  const params = { id: user.id };
  await testApp.call(updateUser, { cookie, params, body: { ...person, lastName: 'Murray' } });
  await testApp.call(updateUser, { cookie, params, body: { ...person, lastName: 'Murray' } });
  await testApp.call(deleteUser, { cookie, params });
  const entries = await testApp.db
    .selectFrom('auditEntries')
    .select(['actor', 'action', 'before', 'after'])
    .where('subjectId', '=', user.id)
    .orderBy('id')
    .execute();
  const by = `user:${actor.id}`;
  expect(entries).toEqual([
    { actor: by, action: 'user.created', before: null, after: { ...person, roles: ['owner'] } },
    {
      actor: by,
      action: 'user.updated',
      before: { lastName: 'Hopper' },
      after: { lastName: 'Murray' },
    },
    { actor: by, action: 'user.deleted', before: { ...person, lastName: 'Murray' }, after: null },
  ]);
});

test('a sign-in is in the trail, a single failed one is not', async () => {
  const { id, email } = await anAdministrator(testApp);
  await testApp.call(login, { body: { email, password: 'Wrong-password-1' } });
  expect(await auditOf(testApp, id)).toEqual([]);
  await testApp.call(login, { body: { email, password: testPassword } });
  expect(await auditOf(testApp, id)).toEqual(['session.started']);
});

test('the first administrator is in the trail', async () => {
  await testApp.db.deleteFrom('users').execute();
  const email = 'first@everycent.example';
  await prepareFirstAdministrator(testApp.db, { email, password: testPassword });
  const entry = await testApp.db
    .selectFrom('auditEntries')
    .select(['actor', 'after'])
    .where('action', '=', 'site.set_up')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ actor: 'system', after: { email } });
  expect(JSON.stringify(entry)).not.toContain('argon2');
});
