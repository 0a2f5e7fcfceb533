import { rm } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { Endpoint, RequestOf } from '#contract/endpoint.ts';
import { login } from '#contract/people/sign-in.ts';
import { createCause } from '#contract/vetting/causes.ts';
import { createNomination } from '#contract/vetting/nominations.ts';
import {
  admin,
  expectAccessible,
  openSignedIn,
  person,
  signIn,
  test,
} from '#test/support/browser.ts';
import { aMailServer } from '#test/support/mail-server.ts';
import { aRestoredDataDir } from '#test/support/restored-site.ts';
import { startServerProcess } from '#test/support/server-process.ts';
import { onRelease } from '#test/support/tier.ts';

const [first, second] = ['first@example.com', 'second@example.com'];
const row = (page: Page, address: string) => page.getByRole('row').filter({ hasText: address });

test(
  'paused mail is resumed, a dead mail resent once and another discarded',
  onRelease,
  async ({ browser }) => {
    // It starts a site of its own.
    test.slow();
    const mailServer = await aMailServer();
    await mailServer.start();
    mailServer.recipientCode = (address) => ([first, second].includes(address) ? 550 : undefined);
    const dataDir = await aRestoredDataDir();
    const site = await startServerProcess({
      DATA_DIR: dataDir,
      SMTP_URL: mailServer.url,
      TEAM_EMAIL: 'team@example.com',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    });
    const nominate = await nominator(site.url);
    await nominate(first);
    await nominate(second);

    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${site.url}/admin/mail`);
    await signIn(page);
    await expect(page.getByRole('heading', { name: 'Email', exact: true })).toBeVisible();
    const banner = page.getByRole('complementary', { name: 'Email is paused' });
    await expect(banner).toContainText('Restored from a backup.');
    await expect(page.getByText(/4 emails are waiting to be sent, the oldest for/)).toBeVisible();
    await expectAccessible(page);
    expect(mailServer.attempts).toEqual([]);
    await page.goto(`${site.url}/admin/users`);
    await page.getByRole('button', { name: 'Add User' }).click();
    await page.getByLabel('First Name').fill('Mary');
    await page.getByLabel('Last Name').fill('Somerville');
    await page.getByLabel('Email Address').fill('mary@example.org');
    await page.getByRole('button', { name: 'Add User' }).last().click();
    await expect(
      page.getByText(
        'All email is paused. The invitation to mary@example.org leaves once it is resumed.',
      ),
    ).toBeVisible();
    await page.goto(`${site.url}/admin/mail`);
    const question = page.getByRole('complementary', { name: 'Is this the live site?' });
    await expect(question).toContainText('This site was restored from a backup.');
    const yes = question.getByRole('button', { name: 'This Is the Live Site' });
    await expect(yes).toBeDisabled();
    await question.getByLabel('No other copy of this site is in use.').check();
    await yes.click();
    await expect(question).toBeHidden();
    await banner.getByRole('button', { name: 'Resume Email' }).click();
    await expect(banner).toBeHidden();

    // A new mail wakes the worker, which otherwise polls every half minute.
    await nominate('third@example.com');
    await mailServer.waitFor('third@example.com');
    await expect(async () => {
      await page.reload();
      await expect(row(page, first)).toBeVisible({ timeout: 2_000 });
      await expect(row(page, second)).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await expect(row(page, first)).toContainText('550');
    await expectAccessible(page);
    await page.setViewportSize({ width: 375, height: 800 });
    await expectAccessible(page);

    mailServer.recipientCode = () => undefined;
    await row(page, first).getByRole('button', { name: 'Resend' }).dblclick();
    await expect(page.getByText(`The email to ${first} is on its way again`)).toHaveCount(1);
    await expect(row(page, first)).toHaveCount(0);
    await mailServer.waitFor(first);

    await page.getByRole('button', { name: `Discard the email to ${second}` }).click();
    const discarding = page.getByRole('dialog', { name: 'Discard Email' });
    await discarding.getByRole('button', { name: 'Discard' }).click();
    await expect(discarding.getByText('Required')).toBeVisible();
    await expectAccessible(page);
    await discarding.getByLabel('Reason').fill('The address does not exist.');
    await discarding.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('There are no failed emails.')).toBeVisible();
    await expect(page.getByText('No emails are waiting to be sent.')).toBeVisible();
    expect(mailServer.to(first)).toHaveLength(1);
    expect(mailServer.to(second)).toEqual([]);

    await context.close();
    await site.stop();
    await mailServer.stop();
    await rm(dataDir, { recursive: true });
  },
);

test('an email that waits for the end of an undo is not shown as late', async ({ page, site }) => {
  const { id: causeId } = await site.addCause();
  await site.accept(await site.addNomination(causeId, 'Maria Lopez'));
  await openSignedIn(page, '/admin/mail');
  const lead = page.getByText(
    /emails? about (a decision leaves at|decisions leave later, the next)/,
  );
  await expect(lead).toContainText(/at \d{1,2}:\d\d [AP]M\.$/);
  await expect(lead).not.toContainText('minute');
});

test('it shows that it is loading, and what could not be loaded', async ({ page, watched }) => {
  watched.allowErrors(/status of 500/);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/mail/, async (route) => {
    await released;
    await route.fulfill({ status: 500, json: { code: 'internal', message: 'No.' } });
  });
  await openSignedIn(page, '/admin/mail');
  await expect(page.getByText('Loading emails.')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(page.getByText('The failed emails could not be loaded.')).toBeVisible();
  await expect(page.getByText('The number of waiting emails could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(/\/api\/mail/);
  await page.getByRole('button', { name: 'Try again' }).last().click();
  await expect(page.getByText('There are no failed emails.')).toBeVisible();
});

/** Nominates somebody on a site, which sends a confirmation. */
async function nominator(url: string) {
  let cookie = '';
  const call = async <E extends Endpoint>({ path, method }: E, request: RequestOf<E>) => {
    const { body } = request as { body?: unknown };
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return response.json();
  };
  await call(login, { body: admin });
  const { id: causeId } = await call(createCause, { body: { name: 'Heating' } });
  return (email: string) =>
    call(createNomination, {
      body: { ...person, nominee: 'Maria Lopez', causeId, description: 'Heating.', email },
    });
}
