import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import {
  test as base,
  expectAccessible,
  openSignedIn,
  type Site,
  siteOfWorker,
} from '#test/support/browser.ts';

/** A site of its own: what receipts need changes the donation form for everybody. */
const test = base.extend<object, { site: Site }>({ site: siteOfWorker() });

/** Presses a button, and returns the beginning of the file that the browser saves. */
async function savedBy(page: Page, button: string): Promise<{ name: string; begin: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), begin: bytes.subarray(0, 5).toString() };
}

test('an owner is told what receipts of a country lack, sees a sample, and the form asks for the address', async ({
  page,
}) => {
  await openSignedIn(page, '/admin/settings');
  await page.getByLabel('Receipts', { exact: true }).selectOption({ label: 'Canada' });
  await page.getByLabel('Legal name').fill('Helping Hands');
  await page.getByLabel('Address of the charity').fill('1 Main Street\nOttawa');
  await page.getByLabel('Tax or registration number').fill('12345 6789 RR0001');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Required for receipts of: Canada')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByLabel('Place of issue').fill('Ottawa');
  await page.getByLabel('Name of whoever signs').fill('Grace Hopper');
  const sample = await savedBy(page, 'Save a Sample Receipt');
  expect(sample).toEqual({ name: 'sample-receipt.pdf', begin: '%PDF-' });
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();

  await page.goto('/donate');
  await expect(page.getByLabel('Postal Address')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/admin/receipts');
  await expect(page.getByText('No receipt was issued.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('State').selectOption({ label: 'Void' });
  await expect(page.getByText('No receipt is like this.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all receipts' }).click();
  await expect(page.getByText('No receipt was issued.')).toBeVisible();
});

test('a donation of test money says why it has no receipt, and what its donor got in return', async ({
  page,
  site,
}) => {
  const { id: causeId } = await site.addCause();
  const id = await site.addDonation(causeId, 10_000);
  await openSignedIn(page, `/admin/donations?manage=${id}`);
  const donation = page.getByRole('dialog', { name: 'Manage Donation' });
  await expect(donation.getByText(/test money|No receipts for taxes/)).toBeVisible();
  await donation.getByRole('button', { name: 'Goods in Return' }).click();
  const form = page.getByRole('dialog', { name: 'Goods in Return' });
  await form.getByLabel('What it was').fill('A dinner for two');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/Enter|Required/)).toBeVisible();
  await form.getByLabel('Fair value').fill('80');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(
    donation.getByText('Given in return: A dinner for two, worth $80.00.'),
  ).toBeVisible();
});
