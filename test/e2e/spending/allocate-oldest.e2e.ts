import { expect } from '@playwright/test';
import { setGoal } from '#contract/vetting/nominations.ts';
import { expectTidy, openSignedIn, test } from '#test/support/browser.ts';

test('the ten oldest donations are allocated with three clicks, and taken back with one', async ({
  page,
  site,
}) => {
  const { id: causeId } = await site.addCause();
  for (let count = 0; count < 10; count++) await site.addDonation(causeId, 1_000);
  const id = await site.addNomination(causeId, 'Maria’s furnace');
  await site.accept(id);
  await site.call(setGoal, { params: { id }, body: { goalAmount: 12_000 } });
  await openSignedIn(page, `/admin/nominations?causeId=${causeId}`);

  await page.getByRole('row', { name: /Maria/ }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Allocate the Oldest' }).click();
  const dialog = page.getByRole('dialog', { name: 'Allocate the Oldest Donations' });
  await expect(dialog.getByText('10 donations give $100.00.')).toBeVisible();
  await expect(dialog.getByText('Then $20.00 of the goal is still missing.')).toBeVisible();
  await expect(dialog.getByText('More is not available for this cause.')).toBeVisible();
  await expect(dialog.getByRole('row')).toHaveCount(11);
  await expectTidy(page, 'allocating the oldest');

  await dialog.getByLabel('Amount').fill('25');
  await expect(dialog.getByText('3 donations give $25.00.')).toBeVisible();
  await dialog.getByLabel('Amount').fill('1000000');
  await expect(dialog.getByText('Must be less than $1,000,000.00')).toBeVisible();
  await expect(dialog.getByText('could not be loaded')).toBeHidden();
  await dialog.getByLabel('Amount').fill('120');
  await dialog.getByRole('button', { name: 'Allocate $100.00' }).click();
  await expect(dialog.getByText('Maria’s furnace got $100.00 from 10 donations.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('$100.00 released')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('There are no donors.')).toBeVisible();
});
