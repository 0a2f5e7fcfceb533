import { expect } from '@playwright/test';
import { admin, openSignedIn, signIn, test, untilAlive } from '#test/support/browser.ts';
import { expectKeptOverSignIn, expectNothingLost } from '#test/support/form-failures.ts';
import { administratorForms, visitorForms } from '#test/support/forms.ts';
import { isRelease } from '#test/support/tier.ts';

// They share their code: the most common one on each change, all before a release.
for (const form of isRelease ? visitorForms : visitorForms.slice(0, 1)) {
  test(`${form.name}: a failure loses nothing, and two clicks send once`, async ({
    page,
    context,
    site,
    watched,
  }) => {
    watched.allowErrors(/Failed to load resource/);
    await page.goto(await form.at(site));
    await expectNothingLost(page, context, form);
  });
}

const withText = administratorForms.filter(({ typed }) => typed);
const samples = ['add user', 'allocate', 'write an update'];
for (const form of withText.filter(({ name }) => isRelease || samples.includes(name))) {
  test(`${form.name}: after the session has ended, signing in leads back to what was typed`, async ({
    page,
    context,
    site,
    watched,
  }) => {
    watched.allowErrors(/status of 401/);
    await openSignedIn(page, await form.at(site));
    await form.open?.(page);
    await expectKeptOverSignIn(page, context, form);
  });
}

test('a password is never kept, nor what somebody else typed', async ({
  page,
  context,
  watched,
}) => {
  watched.allowErrors(/status of 401/);
  await openSignedIn(page, '/admin/account');
  await page.getByLabel('Current Password').fill(admin.password);
  await page.getByLabel('New Password', { exact: true }).fill('Canary-password-7');
  await page.getByLabel('Confirm Password').fill('Canary-password-7');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Canary');

  await page.evaluate(() =>
    sessionStorage.setItem(
      'form /admin/causes?add=true name',
      JSON.stringify({ userId: 'somebody else', values: { name: 'Not yours' } }),
    ),
  );
  await page.goto('/auth/login');
  await signIn(page);
  await page.goto('/admin/causes?add=true');
  await expect(page.getByLabel('Name')).toHaveValue('');
});

test.describe('in a browser that has not loaded them before', () => {
  test.use({ isBrowserNew: true });

  test('a form whose rules cannot be loaded still works, and is checked by the server', async ({
    page,
    context,
    watched,
  }) => {
    watched.allowErrors(/Failed to load resource/);
    // Until the script of the form is there.
    await page.goto('/nominate');
    await untilAlive(page);
    await context.setOffline(true);
    await page.getByLabel('Nominee').fill('The Old Mill');
    await page.getByRole('button', { name: 'Submit Nomination' }).click();
    await expect(page.getByText('You are offline. Nothing you typed is lost')).toBeVisible();
    await expect(page.getByLabel('Nominee')).toHaveValue('The Old Mill');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Submit Nomination' }).click();
    await expect(page.getByText('Required', { exact: true })).toHaveCount(7);
  });
});
