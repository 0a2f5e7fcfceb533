import { expect, type Page } from '@playwright/test';
import { codeOf } from '#test/support/authenticator.ts';
import { expectAccessible, type Site, test, unique } from '#test/support/browser.ts';
import { aMember, logInAs, memberPassword } from '#test/support/member.ts';
import { onRelease } from '#test/support/tier.ts';

async function atTheAccount(page: Page, site: Site) {
  const member = await aMember(site);
  await logInAs(page, member.email);
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
  return member;
}

/** Turns two-factor sign-in on; returns the secret and the recovery codes. */
async function turnOn(page: Page) {
  await page.getByRole('button', { name: 'Set Up' }).click();
  const form = page.getByRole('form', { name: 'Turn on two-factor sign-in' });
  await expect(form.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = ((await form.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
  await expectAccessible(page);
  await form.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await form.getByRole('button', { name: 'Turn On' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your Recovery Codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allTextContents();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'I Have Saved Them' }).click();
  await expect(page.getByText(/^On since/)).toBeVisible();
  return { secret, codes };
}

test('two-factor sign-in is turned on, required, and possible with a recovery code', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 401/);
  const { email } = await atTheAccount(page, site);
  const { secret, codes } = await turnOn(page);
  expect(codes).toHaveLength(10);
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();

  await logInAs(page, email);
  const code = page.getByLabel('Code');
  await expect(code).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expectAccessible(page);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('This code is not correct').first()).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveValue(memberPassword);
  // The current code was used to turn it on, so the next one is due.
  await code.fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();

  await logInAs(page, email);
  await code.fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible();

  await page.getByRole('button', { name: 'Turn Off' }).click();
  const question = page.getByRole('dialog', { name: 'Turn Off Two-Factor Sign-In' });
  await question.getByRole('button', { name: 'Turn Off' }).click();
  await expect(page.getByRole('button', { name: 'Set Up' })).toBeVisible();
});

test('one browser is signed out from another, and then all of them', async ({
  page,
  site,
  elsewhere,
}) => {
  const { email } = await atTheAccount(page, site);
  const other = await elsewhere.newPage();
  await logInAs(other, email);
  await expect(other.getByRole('heading', { name: 'Account' })).toBeVisible();
  await page.reload();
  const table = page.getByRole('table', { name: 'Signed-in browsers' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByText('(this one)')).toHaveCount(1);
  await table.getByRole('button', { name: /Sign out Chrome/ }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await other.reload();
  await expect(other).toHaveURL(/\/auth\/login/);
  await logInAs(other, email);
  await expect(other.getByRole('heading', { name: 'Account' })).toBeVisible();

  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click();
  const question = page.getByRole('dialog', { name: 'Sign Out Everywhere' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await other.reload();
  await expect(other).toHaveURL(/\/auth\/login/);
});

test(
  'the password is changed with the current one; after a mistake, what was typed stays',
  onRelease,
  async ({ page, site, watched }) => {
    watched.allowErrors(/status of 401/);
    await atTheAccount(page, site);
    const form = page.getByRole('form', { name: 'Change your password' });
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(form.getByText('Required')).toHaveCount(2);
    await form.getByLabel('Current Password').fill('Not-the-password-1');
    await form.getByLabel('New Password').fill('Another-password-2');
    await form.getByLabel('Confirm Password').fill('Another-password-2');
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(form.getByText('This password is not correct.')).toBeVisible();
    await expect(form.getByLabel('New Password')).toHaveValue('Another-password-2');
    await form.getByLabel('Current Password').fill(memberPassword);
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Your password was changed.', { exact: false })).toBeVisible();
    await expect(form.getByLabel('Current Password')).toHaveValue('');
  },
);

test('an action that requires a recent confirmation asks for the password, then continues with what was typed', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 40[13]/);
  await atTheAccount(page, site);
  // The response that the server gives ten minutes after signing in; the following responses are real.
  const stale = { code: 'confirm_identity', message: 'Please confirm that it is you.' };
  const refuseNext = () =>
    page.route(
      '**/api/users/*',
      (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 403, json: { ...stale, requestId: 'x' } })
          : route.continue(),
      { times: 1 },
    );
  const form = page.getByRole('form', { name: 'Your details' });
  const lastName = unique('Noether');
  await form.getByLabel('Last Name').fill(lastName);

  await refuseNext();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please Confirm It Is You' });
  await expect(dialog.getByLabel('Your Password')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(stale.message)).toBeVisible();
  await expect(form.getByLabel('Last Name')).toHaveValue(lastName);

  await refuseNext();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByLabel('Your Password').fill('Not-the-password-1');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This password is not correct.')).toBeVisible();
  await dialog.getByLabel('Your Password').fill(memberPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  await expect(page.getByText(`Mary ${lastName}, `)).toBeVisible();
});

test('with two-factor sign-in, the confirmation asks for a code', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 40[13]/);
  await atTheAccount(page, site);
  const { codes } = await turnOn(page);
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
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('Code').fill(memberPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This code is not correct')).toBeVisible();
  await dialog.getByLabel('Code').fill(codes[0] ?? '');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog', { name: 'Your Recovery Codes' })).toBeVisible();
});
