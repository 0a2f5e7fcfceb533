import { expect, test } from 'vitest';
import { deleteUser } from '#contract/people/users.ts';
import * as commands from '#server/people/users/commands.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, signIn } from '#test/support/factories.ts';

// In a file of its own, because these tests are about all users.
const testApp = useTestApp();

test('of two administrators who delete each other at once, one remains', async () => {
  for (let round = 0; round < 10; round++) {
    await testApp.db.deleteFrom('users').execute();
    const [one, two] = [await anAdministrator(testApp), await anAdministrator(testApp)];
    const [first, second] = [await signIn(testApp, one), await signIn(testApp, two)];
    const answers = await Promise.all([
      testApp.call(deleteUser, { cookie: first, params: { id: two.id } }),
      testApp.call(deleteUser, { cookie: second, params: { id: one.id } }),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    // The second either no longer has a session or learns that nobody else is left.
    expect([204, 204]).not.toEqual(statuses);
    expect(statuses[0]).toBe(204);
    expect([401, 409]).toContain(statuses[1]);
    expect(await testApp.db.selectFrom('users').select('id').execute()).toHaveLength(1);
  }
});

test('the last one who can sign in stays; invited people do not count', async () => {
  await testApp.db.deleteFrom('users').execute();
  const [last, gone, invited] = [
    await anAdministrator(testApp),
    await anAdministrator(testApp),
    await anAdministrator(testApp),
  ];
  await testApp.db
    .updateTable('users')
    .set({ passwordHash: null, acceptedAt: null })
    .where('id', '=', invited.id)
    .execute();
  await commands.deleteUser(testApp.db, last, gone.id, testApp.mailer);
  // As if the acting administrator had been deleted after their call was authorized.
  await expect(
    commands.deleteUser(testApp.db, gone, last.id, testApp.mailer),
  ).rejects.toMatchObject({
    code: 'last_owner',
    message: 'The last owner must stay an owner. Make somebody else one first.',
  });
  await commands.deleteUser(testApp.db, last, invited.id, testApp.mailer);
});
