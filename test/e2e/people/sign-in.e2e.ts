import { expect } from '@playwright/test';
import { admin, expectAccessible, openSignedIn, signIn, test } from '#test/support/browser.ts';
import { startServerProcess } from '#test/support/server-process.ts';
import { onRelease } from '#test/support/tier.ts';

test('the guard redirects to the login page and back, with the query', async ({ page }) => {
  await page.goto('/admin/donations?showFullyAllocated=true');
  await expect(page).toHaveURL(/\/auth\/login\?redirectTo=/);
  await expectAccessible(page);
  await signIn(page);
  await expect(page).toHaveURL(/\/admin\/donations\?showFullyAllocated=true$/);
});

test('a wrong password shows a message and keeps the typed address', async ({ page, watched }) => {
  watched.allowErrors(/status of 401/);
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('The email address or the password is not correct.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(admin.email);
});

test('login and forgot password leave the rules to the server', async ({ page, watched }) => {
  watched.allowErrors(/status of 40[01]/);
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill('nobody');
  const refused = page.waitForResponse('**/api/auth/login');
  await page.getByRole('button', { name: 'Login' }).click();
  expect((await refused).status()).toBe(401);
  await expect(page.getByText('The email address or the password is not correct.')).toBeVisible();
  await expect(page.getByText(/Required|Invalid email/)).toHaveCount(0);

  const link = page.getByRole('main').getByRole('link');
  await expect(link).toHaveAttribute('href', '/auth/forgot-password');
  await link.click();
  await expect(page.getByRole('heading', { name: 'Forgot Your Password?' })).toBeVisible();
  await page.getByLabel('Email').fill('nobody');
  const alsoRefused = page.waitForResponse('**/api/auth/forgot-password');
  await page.getByRole('button', { name: 'Send Password Reset' }).click();
  expect((await alsoRefused).status()).toBe(400);
  await expect(page.getByText('Invalid email', { exact: true })).toBeVisible();
});

test('a signed-in visitor is redirected, and never to another site', async ({ page, watched }) => {
  watched.allowErrors(/status of 404/);
  await page.goto('/auth/login');
  // Sees the greeting on the home page, which is loaded then.
  await signIn(page);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { name: 'Donate With Confidence' })).toBeVisible();
  await page.goto('/auth/login?redirectTo=/admin/nominations');
  await expect(page).toHaveURL(/\/admin\/nominations$/);
  await page.goto('/auth/login?redirectTo=//evil.example/');
  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await expect(page.getByRole('heading', { name: 'Donate With Confidence' })).toBeVisible();
  await page.goto('/auth/login?redirectTo=/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle('Page Not Found | Everycent');
  await page.goto('/auth/login?redirectTo=/admin/no-such-page');
  await expect(page).toHaveURL(/\/admin\/no-such-page$/);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('logging out ends the session', async ({ page, watched }) => {
  // What the dashboard is still reading then.
  watched.allowErrors(/status of 401/);
  await page.goto('/admin');
  await signIn(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('when a session ends during work, the login page leads back', async ({
  page,
  context,
  watched,
}) => {
  watched.allowErrors(/status of 401/);
  await page.goto('/admin');
  await signIn(page);
  await expect(page.getByText('# of Donations (Last 7 Days)')).toBeVisible();
  await context.clearCookies();
  await page.getByRole('link', { name: 'Donations', exact: true }).click();
  await expect(page).toHaveURL(/\/auth\/login\?redirectTo=%2Fadmin%2Fdonations/);
  const request = page.getByText('Please log in to continue.');
  await expect(request).toBeVisible();
  await signIn(page);
  // Before it would go by itself.
  await expect(request).toBeHidden({ timeout: 1_000 });
  await expect(page.getByRole('heading', { name: 'Manage Donations' })).toBeVisible();
});

test('a forgotten password is replaced with the link in the email', async ({ page, site }) => {
  // Somebody who is signed in and forgot it: the new password ends this session, too.
  await openSignedIn(page, '/auth/forgot-password');
  await expect(page.getByRole('heading', { name: 'Forgot Your Password?' })).toBeVisible();
  await page.getByLabel('Email').fill(admin.email);
  await page.getByRole('button', { name: 'Send Password Reset' }).click();
  await expect(page.getByText(/an email with a link is on its way/)).toBeVisible();
  const mail = await site.inbox.waitFor(admin.email, 'Reset your password');
  const link = /http\S+reset-password\?token=\S+/.exec(mail.text ?? '')?.[0] ?? '';

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Reset Your Password' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Confirm Password').fill('other');
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(
    page.getByText(
      'Must be at least 8 characters and include 1 lowercase letter, 1 uppercase letter, and 1 number',
    ),
  ).toBeVisible();
  await expect(page.getByText('Passwords must match')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByLabel('Confirm Password').fill(admin.password);
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByText('Your password was changed. You can log in now.')).toBeVisible();
  await expect(page.getByRole('banner').getByText(admin.email)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
  await signIn(page);

  // Used up: nobody thinks of a password in vain.
  await page.goto(link);
  await expect(page.getByText(/This link has been used or has expired\./)).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL(/\/auth\/forgot-password$/);
});

test(
  'without a token, the reset page redirects to "Forgot Your Password?"',
  onRelease,
  async ({ page }) => {
    await page.goto('/auth/reset-password');
    await expect(page).toHaveURL(/\/auth\/forgot-password$/);
  },
);

test(
  'the link printed at the first start creates the first administrator, once',
  onRelease,
  async ({ browser }) => {
    const fresh = await startServerProcess();
    const link = /http\S+\/auth\/setup\?token=[\w-]+/.exec(fresh.output())?.[0] ?? '';
    const page = await browser.newPage();
    await page.goto(link);
    await page.getByLabel('First Name').fill('Ada');
    await page.getByLabel('Last Name').fill('Lovelace');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByLabel('Confirm Password').fill(admin.password);
    await page.getByRole('button', { name: /create/i }).click();
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await page.close();

    const { status } = await fetch(`${fresh.url}/api/auth/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token: new URL(link).searchParams.get('token'),
        firstName: 'Eve',
        lastName: 'Second',
        email: 'eve@example.org',
        password: admin.password,
      }),
    });
    expect(status).toBe(400);

    await fresh.stop();
    const again = await startServerProcess({ DATA_DIR: fresh.dataDir });
    expect(again.output()).not.toContain('/auth/setup');
    await again.stop();
  },
);
