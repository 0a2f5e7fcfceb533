import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { getDashboard } from '#contract/overview/dashboard.ts';
import { createUser } from '#contract/people/users.ts';
import { createCause } from '#contract/vetting/causes.ts';
import { useTestApp } from '#test/support/app.ts';
import { signIn } from '#test/support/factories.ts';

// In a file of its own, because the first steps of a site require a new database.
const testApp = useTestApp({
  env: {
    SMTP_URL: 'smtp://127.0.0.1:9',
    BACKUP_RECIPIENT: await identityToRecipient(await generateX25519Identity()),
    BACKUP_SEAL_KEY: 's'.repeat(43),
  },
});

test('the dashboard shows what a new site still needs', async () => {
  const cookie = await signIn(testApp);
  const steps = async () => (await testApp.call(getDashboard, { cookie })).body.firstSteps;
  const atFirst = {
    causes: false,
    colleague: false,
    payments: false,
    mail: true,
    backupKey: true,
    social: false,
  };
  expect(await steps()).toEqual(atFirst);

  await testApp.call(createCause, { cookie, body: { name: 'School meals' } });
  expect(await steps()).toEqual({ ...atFirst, causes: true });

  const body = { firstName: 'Grace', lastName: 'Lee', email: 'grace@example.org' };
  await testApp.call(createUser, { cookie, body });
  expect(await steps()).toEqual({ ...atFirst, causes: true, colleague: true });
});
