import { expect } from '@playwright/test';
import { expectAccessible, openSignedIn, test, unique } from '#test/support/browser.ts';

test('the team records a donation in kind, shows it in public, and voids it', async ({ page }) => {
  const what = unique('Two winter coats');
  await openSignedIn(page, '/admin/donations-in-kind');
  await page.getByRole('button', { name: 'Record a Donation in Kind' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What was given').fill(what);
  await dialog.getByLabel('Received on').fill('2026-01-15');
  await dialog.getByLabel('First name').fill('Imani');
  await dialog.getByLabel('Last name').fill('Brooks');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: what });
  await expect(row).toContainText('Imani Brooks');
  await row.getByRole('button', { name: 'Details' }).click();
  await dialog.getByLabel('What everybody reads').fill(`Clothes: ${what}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/impact');
  await expect(page.getByRole('main')).toContainText(`Clothes: ${what}`);

  // Back to the open dialog.
  await page.goBack();
  await dialog.getByRole('button', { name: 'Void' }).click();
  await page.getByLabel('Reason').fill('Entered twice');
  await page.getByRole('button', { name: 'Void Entry' }).click();
  await expect(row).toContainText('Void');
});
