import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { checkInstallation } from '#contract/operations/installation.ts';
import { listFirstSteps, markFirstStep } from '#contract/overview/first-steps.ts';
import { createCause, deleteCause } from '#contract/vetting/causes.ts';
import type { FirstStepName, StepByHand } from '#core/overview/first-steps.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, signIn } from '#test/support/factories.ts';
import { aSignedIn, trail } from '#test/support/trail.ts';

// In a file of its own, because the first steps of a site require a new database.
const testApp = useTestApp({
  env: {
    // Where no mail server is.
    SMTP_URL: 'smtp://127.0.0.1:9',
    TEAM_EMAIL: 'team@example.org',
    BACKUP_RECIPIENT: await identityToRecipient(await generateX25519Identity()),
    BACKUP_SEAL_KEY: 's'.repeat(43),
  },
});

const read = async (cookie: string) => (await testApp.call(listFirstSteps, { cookie })).body;
const done = async (cookie: string) =>
  (await read(cookie)).flatMap(({ name, doneAt }) => (doneAt === null ? [] : [name]));
const mark = (cookie: string, step: StepByHand, isDone: boolean) =>
  testApp.call(markFirstStep, { cookie, body: { step, isDone } });

test('what the software sees is done by itself, and stays done', async () => {
  const cookie = await signIn(testApp);
  expect(await done(cookie)).toEqual(['teamEmail', 'backupKey']);
  expect(await read(cookie)).toContainEqual({
    name: 'teamEmail',
    doneAt: expect.any(String),
    doneBy: null,
  });
  // No mail server has taken an email.
  await testApp.call(checkInstallation, { cookie });
  const { body: cause } = await testApp.call(createCause, { cookie, body: { name: 'Meals' } });
  await anAdministrator(testApp);
  const now: FirstStepName[] = ['causes', 'secondOwner', 'teamEmail', 'backupKey'];
  expect(await done(cookie)).toEqual(now);
  await testApp.call(deleteCause, { cookie, params: { id: cause.id } });
  expect(await done(cookie)).toEqual(now);
});

test('an owner says what only a person knows, and takes it back, with an entry in the trail', async () => {
  const { cookie, name, key } = await aSignedIn(testApp);
  await mark(cookie, 'legalTexts', true);
  await mark(cookie, 'legalTexts', true);
  expect(await read(cookie)).toContainEqual({
    name: 'legalTexts',
    doneAt: expect.any(String),
    doneBy: name,
  });
  await mark(cookie, 'legalTexts', false);
  await mark(cookie, 'legalTexts', false);
  expect(await done(cookie)).not.toContain('legalTexts');
  const entries = await trail(testApp, { actor: key, action: 'first_step.' });
  const step = [{ field: 'Step', before: null, after: 'Legal texts, read by a lawyer' }];
  expect(entries).toMatchObject([
    { what: 'Marked a first step as not done', changes: step },
    { what: 'Marked a first step as done', changes: step },
  ]);
});

test('nobody says so of what the software sees, nor takes that back', async () => {
  const { cookie, key } = await aSignedIn(testApp);
  expect((await mark(cookie, 'mail' as StepByHand, true)).status).toBe(400);
  expect((await mark(cookie, 'backupKey', false)).status).toBe(204);
  expect(await done(cookie)).toContain('backupKey');
  expect(await done(cookie)).not.toContain('mail');
  expect(await trail(testApp, { actor: key, action: 'first_step.' })).toEqual([]);
});
