import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AlertId } from '#contract/ids.ts';
import { listAlerts, settleAlert } from '#contract/operations/alerts.ts';
import { alertRaised } from '#server/platform/alerting/emails.ts';
import { raiseAlert, settleAlert as settleByKey } from '#server/platform/alerting/raise-alert.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { anyId } from '#test/support/any-id.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { signIn } from '#test/support/factories.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';

const testApp = useTestApp();

const anAlert = () => ({
  key: `test:${randomUUID()}`,
  title: `a thing ${randomUUID().slice(0, 8)}`,
  message: 'Somebody has to look at this.',
  path: '/admin/donations',
});

const raise = (alert: ReturnType<typeof anAlert>) =>
  testApp.db.transaction().execute((trx) => raiseAlert(trx, alert, testApp.mailer));

async function open({ title }: { title: string }) {
  const { body } = await testApp.call(listAlerts, { cookie: await signIn(testApp) });
  return body.filter((alert) => alert.title === title);
}

const settle = async (id: AlertId) =>
  testApp.call(settleAlert, { cookie: await signIn(testApp), params: { id } });

test('is raised once and emailed once, no matter how many notice the problem at once', async () => {
  const alert = anAlert();
  const mails = await mailsQueuedFor(testApp, teamEmail);
  await Promise.all(Array.from({ length: 20 }, () => raise(alert)));
  await raise(alert);
  const { key: _, ...shown } = alert;
  expect(await open(alert)).toMatchObject([shown]);
  expect((await mailsQueuedFor(testApp, teamEmail)) - mails).toBe(1);
  const mail = await testApp.inbox.waitFor(teamEmail, alert.title);
  expect(mail.subject).toBe(`Test: Needs attention: ${alert.title}`);
  expect(mail.text).toContain(alert.message);
  expect(mail.text).toContain(`${testApp.config.publicUrl}/admin/donations`);
});

test('its email says that the money of a trial is not real, and nothing of the kind with real money', () => {
  const { config } = testApp;
  const note = 'This site is being tried out: no money on it is real.';
  const mail = (isTrial: boolean) => alertRaised({ ...config, isTrial }, teamEmail, anAlert());
  expect(mail(true).subject).toMatch(/^Test: Needs attention: /);
  for (const content of [mail(true).text, mail(true).html]) expect(content).toContain(note);
  expect(mail(false).subject).toMatch(/^Needs attention: /);
  for (const content of [mail(false).text, mail(false).html]) expect(content).not.toContain(note);
  // It may be about the server: going live does not drop it.
  expect(mail(true).isTest).toBeUndefined();
});

test('disappears when marked as done, and is raised again when it happens again', async () => {
  const alert = anAlert();
  const mails = await mailsQueuedFor(testApp, teamEmail);
  await raise(alert);
  const [first] = await open(alert);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => settle(first?.id ?? anyId(''))),
  );
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
  expect(await open(alert)).toEqual([]);

  await raise(alert);
  const [second] = await open(alert);
  expect(second?.id).not.toBe(first?.id);
  expect((await mailsQueuedFor(testApp, teamEmail)) - mails).toBe(2);
  // The first one again: the second stays.
  await settle(first?.id ?? anyId(''));
  expect(await open(alert)).toHaveLength(1);
});

test('disappears automatically when its cause is gone', async () => {
  const alert = anAlert();
  const other = anAlert();
  await raise(alert);
  await raise(other);
  await testApp.db.transaction().execute((trx) => settleByKey(trx, alert.key));
  await testApp.db.transaction().execute((trx) => settleByKey(trx, alert.key));
  expect(await open(alert)).toEqual([]);
  expect(await open(other)).toHaveLength(1);
  const settled = await testApp.db
    .selectFrom('alerts')
    .select('settledBy')
    .where('key', '=', alert.key)
    .executeTakeFirstOrThrow();
  expect(settled.settledBy).toBe('system');
});

test('is neither shown nor emailed if the transaction that raised it is rolled back', async () => {
  const alert = anAlert();
  const mails = await mailsQueuedFor(testApp, teamEmail);
  const attempt = testApp.db.transaction().execute(async (trx) => {
    await raiseAlert(trx, alert, testApp.mailer);
    throw new Error('rolled back');
  });
  await expect(attempt).rejects.toThrow('rolled back');
  expect(await open(alert)).toEqual([]);
  expect(await mailsQueuedFor(testApp, teamEmail)).toBe(mails);
});

test('newest first', async () => {
  const [older, newer] = [anAlert(), anAlert()];
  await raise(older);
  await raise(newer);
  const { body } = await testApp.call(listAlerts, { cookie: await signIn(testApp) });
  const titles = body.map(({ title }) => title);
  expect(titles.indexOf(newer.title)).toBeLessThan(titles.indexOf(older.title));
});

test('one that does not exist is 404', async () => {
  expect(await settle(newId())).toMatchObject({ status: 404, error: { code: 'not_found' } });
});
