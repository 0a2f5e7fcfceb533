import { expect } from '@playwright/test';
import { getPublicPage } from '#contract/publishing/public-pages.ts';
import { listExpenses } from '#contract/spending/expenses.ts';
import { expectAccessible, openSignedIn, test, unique } from '#test/support/browser.ts';
import { aProvenNeed } from '#test/support/proven-need.ts';
import { picture } from '#test/support/sample-files.ts';

test('an expense is recorded once, too much is refused, it is undone, the rest is released', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/409/);
  const cause = await site.addCause();
  const id = await site.addNomination(cause.id, unique('Maria Lopez'));
  await site.accept(id);
  await site.allocate(await site.addDonation(cause.id, 50_000), id, 30_000);
  await openSignedIn(page, `/admin/nominations/${id}`);

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add receipts' }).click();
  const buffer = await picture();
  await (await chooser).setFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByText('Not blacked out yet')).toBeVisible({ timeout: 60_000 });

  await page.getByRole('button', { name: 'Record an expense' }).click();
  const dialog = page.getByRole('dialog');
  const record = dialog.getByRole('button', { name: 'Record Expense' });
  await record.click();
  await expect(dialog.getByText('Add at least one receipt')).toBeVisible();
  await dialog.getByLabel('Paid to').fill('Comfort Heating');
  await dialog.getByLabel('Paid on').fill('2026-01-15');
  await dialog.getByLabel('Amount').fill('300.01');
  await dialog.getByLabel('Purpose').fill('A new furnace');
  await dialog.getByRole('checkbox').check();
  await expectAccessible(page);
  await record.click();
  await expect(dialog.getByText('At most $300.00')).toBeVisible();
  await dialog.getByLabel('Amount').fill('120.50');
  await record.dblclick();
  await expect(dialog).toBeHidden();

  const expenses = page.getByRole('list', { name: 'Expenses' }).getByRole('listitem');
  await expect(expenses).toHaveCount(1);
  await expect(expenses).toContainText('01/15/2026');
  await expect(page.getByText('$179.50')).toBeVisible();
  expect(await site.call(listExpenses, { params: { id } })).toHaveLength(1);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Undo the expense paid to Comfort Heating' }).click();
  await dialog.getByLabel('Reason').fill('Typed for the wrong need');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(expenses).toContainText('Undone: Typed for the wrong need');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Release what is left' }).click();
  await expect(dialog).toContainText('$300.00 goes back');
  await dialog.getByLabel('Reason').fill('A neighbor paid');
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Release what is left' })).toBeHidden();
});

test('a public page is written, previewed, published, and unpublished', async ({ page, site }) => {
  const cause = await site.addCause();
  const id = await site.addNomination(cause.id, unique('Maria Lopez'));
  await site.accept(id);
  await openSignedIn(page, `/admin/nominations/${id}`);
  await page.getByLabel('Public name').fill('A family on the north side');
  await page.getByLabel('Summary').fill('Their furnace failed.');
  await page.getByLabel('Story').fill('One warm room for four.');
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('One warm room for four.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Save public page' }).click();
  await expect(page.getByText('Public page saved')).toBeVisible();
  const isPublished = async () => (await site.call(getPublicPage, { params: { id } })).isPublished;

  await page.getByRole('button', { name: 'Publish page' }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('button', { name: 'Unpublish page' })).toBeVisible();
  expect(await isPublished()).toBe(true);
  await page.getByRole('button', { name: 'Unpublish page' }).click();
  await expect(dialog).toContainText('The page is hidden from the public immediately');
  await dialog.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByRole('button', { name: 'Publish page', exact: true })).toBeVisible();
  expect(await isPublished()).toBe(false);
});

test('what of an allocation is spent cannot be released', async ({ page, site }) => {
  const { id, cause, donationId } = await aProvenNeed(site);
  await openSignedIn(page, `/admin/donations?manage=${donationId}`);
  const donation = page.getByRole('dialog', { name: 'Manage Donation' });
  await donation.getByRole('button', { name: 'Release' }).click();
  const release = page.getByRole('dialog', { name: 'Release Allocation' });
  await expect(release).toContainText(
    '$40.01 goes back to the donation and can be allocated again. $19.99 is spent and stays.',
  );
  await release.getByLabel('Reason').fill('It cost less');
  await release.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('$40.01 released')).toBeVisible();
  const spent = { name: 'Release', description: 'All of it is spent' };
  await expect(donation.getByRole('button', spent)).toBeDisabled();
  await expectAccessible(page);
  await page.goto(`/admin/nominations?manage=${id}`);
  await expect(page.getByRole('button', spent)).toBeDisabled();

  const another = await site.addDonation(cause.id, 5_000);
  await page.goto(`/admin/donations?manage=${another}`);
  await expect(page.getByText('Nothing is allocated from this donation.')).toBeVisible();
});
