import { expect, type Page } from '@playwright/test';
import { expectAccessible, openSignedIn, unique } from '#test/support/browser.ts';

/** Begins a deposit with its dialog, and returns its name. */
export async function beginDeposit(page: Page, count: string, total: string): Promise<string> {
  await openSignedIn(page, '/admin/deposits');
  await page.getByRole('button', { name: 'Begin a Deposit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Begin a Deposit' });
  const name = unique('Box');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Counted lines').fill(count);
  await dialog.getByLabel('Counted total').fill(total);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByText('The deposit was added')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  return name;
}
