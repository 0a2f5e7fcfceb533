import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { adminPaths } from '#contract/admin-pages.ts';
import { expectAccessible, openSignedIn, test } from '#test/support/browser.ts';
import { readCsv } from '#test/support/read-csv.ts';

test('what the filter of the donations shows is exported and read', async ({ page, site }) => {
  const cause = await site.addCause();
  const other = await site.addCause();
  const first = await site.addDonation(cause.id, 1_205);
  const second = await site.addDonation(cause.id, 250_000);
  await site.addDonation(other.id, 7_700);
  await openSignedIn(page, '/admin/donations');
  await page.getByLabel('Cause').selectOption(cause.id);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Donations' });
  await expect(dialog.getByText('2 donations')).toBeVisible();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  await expect(dialog).toBeHidden();
  expect(download.suggestedFilename()).toMatch(/^test-donations-\d{4}-\d\d-\d\d\.csv$/);
  const [titles = [], ...rows] = readCsv(await readFile(await download.path(), 'utf8'));
  const column = (title: string) => rows.map((row) => row[titles.indexOf(title)]);
  expect(column('ID')).toEqual([second, first]);
  expect(column('Amount')).toEqual(['2500.00', '12.05']);

  await page.goto('/admin/exports');
  const table = page.getByRole('table', { name: 'Your exports' });
  await expect(table.getByRole('row').nth(1)).toContainText('Donations');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Export Accounting Journal' }).click();
  const journal = page.getByRole('dialog', { name: 'Export Accounting Journal' });
  await journal.getByLabel('First day').fill('2001-01-01');
  await journal.getByLabel('Last day').fill('2001-01-31');
  await expect(journal.getByText('0 journal entries')).toBeVisible();
  await journal.getByLabel('Last day').fill('');
  await expect(journal.getByText('0 journal entries')).toBeHidden();
  await journal.getByLabel('Excel').check();
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    journal.getByRole('button', { name: 'Download' }).click(),
  ]);
  await expect(journal).toBeHidden();
  const start = (await readFile(await sheet.path())).subarray(0, 2).toString();
  expect(start).toBe('PK');

  await page.goto('/admin/exports?export=01a208c0-2fb5-789e-83bc-49068868ef79');
  await expect(page.getByText('The export that this link leads to')).toBeVisible();
});

test('what treasurers work with is exported from its page', async ({ page }) => {
  await openSignedIn(page, adminPaths.cardCosts);
  for (const [path, name, rows] of [
    [adminPaths.cardCosts, 'Card Costs', /^\d+ (entry|entries) of card costs/],
    [adminPaths.taxReceipts, 'Tax Receipts', /^\d+ tax receipts?/],
    [adminPaths.deposits, 'Deposits', /^\d+ lines? of (a deposit|deposits)/],
    [adminPaths.announcedTransfers, 'Announced Transfers', /^\d+ announced transfers?/],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: `Export ${name}` });
    await expect(dialog.getByText(rows)).toBeVisible();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    await expect(dialog).toBeHidden();
    expect(await readFile(await download.path(), 'utf8')).toContain('Amount');
  }
});
