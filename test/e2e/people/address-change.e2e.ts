import { expect, type Page } from '@playwright/test';
import { expectAccessible, openSignedIn, type Site, test } from '#test/support/browser.ts';
import { aMember, openAs } from '#test/support/member.ts';

/** The address of a link in a mail. */
async function linkIn(site: Site, address: string, subject: string, path: string) {
  const { text } = await site.inbox.waitFor(address, subject);
  return new RegExp(`http\\S+/auth/${path}\\?token=[\\w-]+`).exec(text ?? '')?.[0] ?? '';
}

/** Types another address into the form of a user. */
async function changeAddress(page: Page, lastName: string, email: string) {
  await page
    .getByRole('row')
    .filter({ hasText: lastName })
    .getByRole('button', { name: 'Manage' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Manage User' });
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByText('A new email address takes effect once')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  // Going back to the details would cancel what the test opens next.
  await expect(dialog.getByRole('button', { name: 'Edit' })).toBeVisible();
  return dialog;
}

/** Changes one's own address on the account page. */
async function changeOwnAddress(page: Page, next: string) {
  const details = page.getByRole('form', { name: 'Your details' });
  await details.getByLabel('Email').fill(next);
  await details.getByRole('button', { name: 'Save Changes' }).click();
  return details;
}

test('your own address changes once the link sent to the new one is opened', async ({
  page,
  site,
}) => {
  const { email } = await aMember(site);
  await openAs(page, email);
  const next = `new-${email}`;
  const details = await changeOwnAddress(page, next);
  await expect(
    page.getByText(
      `The email with a link to confirm ${next} is on its way. Until then, the address stays ${email}.`,
    ),
  ).toBeVisible();
  await expect(details.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByRole('banner').getByText(email, { exact: true })).toBeVisible();

  // It is still known after a reload.
  const waiting = `Waiting for confirmation at ${next}.`;
  await expect(page.getByText(waiting)).toBeVisible();
  await page.reload();
  await expect(page.getByText(waiting)).toBeVisible();
  await expectAccessible(page);

  await page.goto(await linkIn(site, next, 'Confirm your new email address', 'confirm-address'));
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The email address was changed.')).toBeVisible();
  await expect(page.getByRole('banner').getByText(next, { exact: true })).toBeVisible();
});

test('a change that is not confirmed yet is canceled on the account page', async ({
  page,
  site,
}) => {
  const { email } = await aMember(site);
  await openAs(page, email);
  await changeOwnAddress(page, `new-${email}`);
  await page.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(page.getByText('The email address stays as it is')).toBeVisible();
  await expect(page.getByText('Waiting for confirmation')).toBeHidden();
});

test("a colleague's address stays until they agree, and they can stop it", async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 400/);
  const { email, lastName } = await aMember(site);
  const next = `new-${email}`;
  await openSignedIn(page, '/admin/users');
  await changeAddress(page, lastName, next);
  await expect(page.getByText(`Until then, the address stays ${email}.`)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: lastName })).toContainText(email);

  await page.goto(await linkIn(site, next, 'Confirm your new email address', 'confirm-address'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    page.getByText('once the link that we sent to the current one is opened'),
  ).toBeVisible();
  await page.goto(await linkIn(site, email, 'Do you agree', 'stop-address-change'));
  const stop = page.getByRole('button', { name: 'Stop the Change' });
  await expect(stop).toBeVisible();
  await expectAccessible(page);
  await stop.click();
  await expect(page.getByText('The email address stays as it is.')).toBeVisible();
  await page.goto(await linkIn(site, email, 'Do you agree', 'confirm-address'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('This link has been used or has expired.')).toBeVisible();
  // A press that can only fail again is not offered, nor one without the secret.
  await expect(main.getByRole('button')).toHaveCount(0);
  await page.goto('/auth/confirm-address');
  await expect(main.getByText('This link is incomplete.')).toBeVisible();
  await expect(main.getByRole('button')).toHaveCount(0);
});
