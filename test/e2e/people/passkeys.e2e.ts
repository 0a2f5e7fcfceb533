import { expect, type Page } from '@playwright/test';
import { getSettings, saveSettings } from '#contract/operations/settings.ts';
import { expectAccessible, test } from '#test/support/browser.ts';
import { aMember, logInAs } from '#test/support/member.ts';
import { aDevice } from '#test/support/virtual-authenticator.ts';

// A device stays with its browser.
test.use({ isBrowserNew: true });

const account = (page: Page) => page.getByRole('heading', { name: 'Account', exact: true });
const codesDialog = (page: Page) => page.getByRole('dialog', { name: 'Your Recovery Codes' });

async function addPasskey(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a Passkey' });
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

test('a passkey is added, signs in alone and in place of a code, is renamed, and removed', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 401/);
  const device = await aDevice(page);
  const { email } = await aMember(site);
  await logInAs(page, email);
  await expect(account(page)).toBeVisible();
  await addPasskey(page, 'My laptop');
  await expect(codesDialog(page).getByRole('listitem')).toHaveCount(10);
  const [code = ''] = await codesDialog(page).getByRole('listitem').allTextContents();
  await codesDialog(page).getByRole('button', { name: 'I Have Saved Them' }).click();
  await expect(page.getByText('On, with passkeys')).toBeVisible();
  const passkeys = page.getByRole('table', { name: 'Passkeys' });
  await expect(passkeys.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  expect(await device.count()).toBe(1);

  // Alone, without typing anything.
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.goto('/auth/login?redirectTo=/admin/account');
  await page.getByRole('button', { name: 'Sign In with a Passkey' }).click();
  await expect(account(page)).toBeVisible();

  // In place of a code, beside the password.
  await page.getByRole('button', { name: 'Logout' }).click();
  await logInAs(page, email);
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(account(page)).toBeVisible();

  // Without the device, a recovery code.
  await page.getByRole('button', { name: 'Logout' }).click();
  await logInAs(page, email);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible();

  await page.getByRole('button', { name: 'Rename My laptop' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename a Passkey' });
  await expect(rename.getByLabel('Name')).toHaveValue('My laptop');
  await rename.getByLabel('Name').fill('Old laptop');
  await rename.getByRole('button', { name: 'Save Changes' }).click();
  await expect(passkeys.getByText('Old laptop', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Remove Old laptop' }).click();
  const question = page.getByRole('dialog', { name: 'Remove a Passkey' });
  await expect(question).toContainText('is your only second factor');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys).toBeHidden();
  await expect(page.getByRole('button', { name: 'Set Up' })).toBeVisible();
});

test('a passkey that its owner does not unlock signs nobody in, and says so', async ({
  page,
  site,
}) => {
  const device = await aDevice(page);
  const { email } = await aMember(site);
  await logInAs(page, email);
  await addPasskey(page, 'My laptop');
  await codesDialog(page).getByRole('button', { name: 'I Have Saved Them' }).click();
  await expect(codesDialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Logout' }).click();
  await device.setPresent(false);
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Sign In with a Passkey' }).click();
  await expect(page.getByText('No passkey was used. You can try again.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
});

test('a passkey confirms that it is you', async ({ page, site, watched }) => {
  watched.allowErrors(/status of 403/);
  await aDevice(page);
  const { email } = await aMember(site);
  await logInAs(page, email);
  await addPasskey(page, 'My laptop');
  await codesDialog(page).getByRole('button', { name: 'I Have Saved Them' }).click();
  await expect(codesDialog(page)).toBeHidden();
  // The response that the server gives ten minutes after signing in; the following responses are real.
  await page.route(
    '**/api/account/recovery-codes',
    (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'confirm_identity', message: 'Please confirm.', requestId: 'x' },
      }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'New Recovery Codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please Confirm It Is You' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(codesDialog(page).getByRole('listitem')).toHaveCount(10);
});

test.describe('on a site of its own', () => {
  // The administrator of the others has no second factor, and could not turn it off again.
  test.use({ siteEnv: { SITE_NAME: 'Second Factors' } });

  test('while everybody needs a second factor, one is set up right after the password and before anything else', async ({
    page,
    site,
    watched,
  }) => {
    watched.allowErrors(/status of 403/);
    await aDevice(page);
    const { email } = await aMember(site);
    const settings = await site.call(getSettings, {});
    await site.call(saveSettings, { body: { ...settings, isSecondFactorRequired: true } });
    await logInAs(page, email, '/admin/causes');
    await expect(page.getByRole('heading', { name: 'One More Step' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/admin/donations');
    await expect(page.getByRole('heading', { name: 'One More Step' })).toBeVisible();
    await addPasskey(page, 'My laptop');
    await expect(codesDialog(page).getByRole('listitem')).toHaveCount(10);
    await codesDialog(page).getByRole('button', { name: 'I Have Saved Them' }).click();
    await expect(page.getByRole('heading', { name: 'Manage Donations' })).toBeVisible();
  });
});
