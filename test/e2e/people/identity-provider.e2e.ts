import { expect } from '@playwright/test';
import { createUser } from '#contract/people/users.ts';
import { test as base, expectAccessible, unique } from '#test/support/browser.ts';
import { TestProvider } from '#test/support/oidc-provider.ts';

/** A test with a provider, and a site that knows it. */
const test = base.extend<{ provider: TestProvider }>({
  provider: async ({ keep }, use) =>
    use(
      await keep(
        'the provider',
        () => new TestProvider().start(),
        async (provider) => provider.stop(),
      ),
    ),
  siteEnv: async ({ provider }, use) => use(provider.env),
});
// One site is enough.
test.describe.configure({ mode: 'default' });

// The provider is another site.
const elsewhere = /^request to http:/;

test('an invited person signs in with the provider, and sees and ends the connection on the account page', async ({
  page,
  site,
  provider,
  watched,
}) => {
  watched.allowErrors(elsewhere);
  const email = `${unique('mary').replaceAll(' ', '-')}@example.org`;
  await site.call(createUser, { body: { firstName: 'Mary', lastName: 'Ward', email } });
  // They have just told the provider who they are.
  const auth_time = Math.floor(Date.now() / 1_000) + 60;
  provider.person = { sub: unique('sub'), email, email_verified: true, auth_time };
  await page.goto('/auth/login?redirectTo=/admin/account');
  const signIn = page.getByRole('button', { name: 'Sign In with Charity Mail' });
  await expect(signIn).toBeVisible();
  await expectAccessible(page);
  await signIn.click();
  await expect(page.getByText(/^Connected since/)).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  const question = page.getByRole('dialog', { name: 'Disconnect Charity Mail' });
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Not connected')).toBeVisible();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText(/^Connected since/)).toBeVisible();
});

test('somebody without a password confirms at the provider, in a new tab, and the first one goes on', async ({
  page,
  site,
  provider,
  watched,
}) => {
  watched.allowErrors(elsewhere);
  // The call that needs the confirmation.
  watched.allowErrors(/403/);
  const email = `${unique('ann').replaceAll(' ', '-')}@example.org`;
  const person = { firstName: 'Ann', lastName: 'Ode', email };
  await site.call(createUser, { body: { ...person, roles: ['viewer'] } });
  provider.person = { sub: unique('sub'), email, email_verified: true };
  await page.goto('/auth/login?redirectTo=/admin/account');
  await page.getByRole('button', { name: 'Sign In with Charity Mail' }).click();
  await expect(page.getByText('You have no password here.')).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  const question = page.getByRole('dialog', { name: 'Disconnect Charity Mail' });
  await question.getByRole('button', { name: 'Disconnect' }).click();
  const proof = page.getByRole('dialog', { name: 'Please Confirm It Is You' });
  await expect(proof.getByText('You have no password here.')).toBeVisible();
  await expectAccessible(page);
  const opened = page.waitForEvent('popup');
  await proof.getByRole('button', { name: 'Use Charity Mail' }).click();
  const tab = await opened;
  await expect(tab.getByText('You can close this one', { exact: false })).toBeVisible();
  await expectAccessible(tab);
  await expect(page.getByText('Not connected')).toBeVisible();
});

test('somebody whom nobody has invited is told so kindly, and can sign in another way', async ({
  page,
  provider,
  watched,
}) => {
  watched.allowErrors(elsewhere);
  provider.person = {
    sub: unique('sub'),
    email: 'stranger@example.org',
    email_verified: true,
  };
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Sign In with Charity Mail' }).click();
  await expect(page.getByText('nobody has invited your address to this team')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expectAccessible(page);
});
