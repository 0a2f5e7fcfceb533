import { expect, type Page } from '@playwright/test';
import { setGoal } from '#contract/vetting/nominations.ts';
import {
  expectAccessible,
  expectFit,
  expectTidy,
  openSignedIn,
  test,
  unique,
} from '#test/support/browser.ts';
import { aMember, openAs } from '#test/support/member.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected donations' });
const dialogOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Allocate the Selected Donations' });

test('ten selected donations go to a need with five clicks, and come back with one', async ({
  page,
  site,
}) => {
  const { id: causeId } = await site.addCause();
  for (let count = 0; count < 10; count++) await site.addDonation(causeId, 1_000);
  const nominee = unique('Maria’s furnace');
  const id = await site.addNomination(causeId, nominee);
  await site.accept(id);
  await site.call(setGoal, { params: { id }, body: { goalAmount: 8_500 } });
  await openSignedIn(page, `/admin/donations?causeId=${causeId}`);

  await page.getByLabel('Select all 10 shown').click();
  await expect(bar(page).getByText('10 selected')).toBeVisible();
  await expectAccessible(page);
  await bar(page).getByRole('button', { name: 'Allocate' }).click();
  const dialog = dialogOf(page);
  // Two clicks for whoever has no keyboard.
  const option = await dialog.getByRole('option', { name: nominee }).getAttribute('value');
  await dialog.getByLabel('Need').selectOption(option);
  await expect(dialog.getByText('9 donations give $85.00.')).toBeVisible();
  await expect(dialog.getByText('Then the goal is met.')).toBeVisible();
  await expectTidy(page, 'allocating selected donations');
  await dialog.getByRole('button', { name: 'Allocate $85.00' }).click();
  await expect(dialog.getByText(`${nominee} got $85.00 from 9 donations.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('$85.00 released')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('checkbox', { name: 'Select $10.00' })).toHaveCount(10);
  await expect(page.getByRole('checkbox', { name: 'Select $10.00', checked: true })).toHaveCount(0);
});

test('rows are selected by keyboard, on a phone too, and another filter selects nothing', async ({
  page,
  site,
}) => {
  const [one, other] = [await site.addCause(), await site.addCause()];
  for (const { id } of [one, one, other]) await site.addDonation(id, 2_000);
  await page.setViewportSize({ width: 375, height: 800 });
  await openSignedIn(page, `/admin/donations?causeId=${one.id}`);
  const row = page.getByRole('checkbox', { name: 'Select $20.00' });
  await row.first().focus();
  await page.keyboard.press('Space');
  await expect(bar(page).getByText('1 selected')).toBeVisible();
  await row.nth(1).click();
  await expect(
    bar(page).getByText('2 selected: $40.00, of which $40.00 can be allocated'),
  ).toBeVisible();
  // The row is a button on a phone, and the checkbox is not part of it.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectFit(page, 'selected on a phone');
  await page.getByRole('button', { name: 'Show Filters' }).click();
  await page.getByLabel('Cause').selectOption(other.id);
  await expect(row).toHaveCount(1);
  await expect(bar(page).getByText('selected')).toHaveCount(0);
  await expect(bar(page).getByRole('button', { name: 'Allocate' })).toHaveCount(0);
});

test('receipts are sent again, and a lost connection in the middle sends none twice', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/ERR_CONNECTION_RESET/);
  const { id: causeId } = await site.addCause();
  for (let count = 0; count < 3; count++) await site.addDonation(causeId, 3_000);
  await openSignedIn(page, `/admin/donations?causeId=${causeId}`);
  await page.getByLabel('Select all 3 shown').click();
  await bar(page).getByRole('button', { name: 'Send Receipts Again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send the Receipts Again' });
  const keys: string[] = [];
  let isLost = false;
  await page.route('**/api/donations/receipts', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (isLost) return route.fallback();
    isLost = true;
    // The server does it, and its answer never arrives.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await dialog.getByRole('button', { name: 'Send 3 Receipts' }).click();
  await expect(dialog.getByText('0 of 3 done.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Go On' }).click();
  await expect(dialog.getByText('3 receipts are on the way again.')).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  await dialog.getByRole('button', { name: 'Done' }).click();
});

test('whoever may change nothing has nothing to select', async ({ page, site }) => {
  const { id: causeId } = await site.addCause();
  await site.addDonation(causeId, 1_000);
  const viewer = await aMember(site, ['viewer']);
  await openAs(page, viewer.email, `/admin/donations?causeId=${causeId}`);
  await expect(page.getByRole('button', { name: 'Details' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0);
});
