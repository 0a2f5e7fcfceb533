import { expect } from '@playwright/test';
import { getSettings, saveSettings } from '#contract/operations/settings.ts';
import {
  expectAccessible,
  expectTidy,
  fillInPerson,
  openSignedIn,
  test,
  unique,
} from '#test/support/browser.ts';

test.use({ changesSettings: true });

test('a donor declares with a donation and for all others on their page, and the team claims', async ({
  page,
  site,
}) => {
  test.slow();
  const settings = await site.call(getSettings, {});
  const receipts = {
    ...settings.receipts,
    profile: 'uk-gift-aid' as const,
    asksForGiftAid: true,
    legalName: 'Warm Homes',
    address: '1 Main Street, Leeds',
    registrationNumber: 'AB12345',
  };
  await site.call(saveSettings, { body: { ...settings, receipts } });
  const cause = await site.addCause();
  const address = `${unique('taxpayer').replaceAll(/\W/g, '-')}@example.com`;
  // Given before, without a declaration.
  await site.addDonation(cause.id, 1_000, address);

  await page.goto(`/donate?cause=${cause.id}`);
  await page.getByLabel('Amount').fill('2500');
  await fillInPerson(page, address);
  await page.getByLabel('Yes, I declare this').check();
  await page.getByRole('button', { name: 'Continue to Payment Information' }).click();
  await expect(page.getByText('Required for Gift Aid')).toBeVisible();
  await expectTidy(page, 'the form with Gift Aid');
  await page.getByLabel('House Name or Number').fill('12');
  await page.getByLabel('Postcode of Your Home').fill('s192bd');
  await page.getByRole('button', { name: 'Continue to Payment Information' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page).toHaveURL(/status=success/);

  await openSignedIn(page, '/admin/receipts/gift-aid');
  const main = page.getByRole('main');
  // Only what it was declared with.
  await expect(main).toContainText('1 donation, $25.00');
  await expectTidy(page, 'what can be claimed');

  await page.goto('/my-gifts');
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  const mail = await site.inbox.waitFor(address, 'Your link to all of your donations');
  await page.goto('about:blank');
  await page.goto(/http\S+\/my-gifts#\S+/.exec(mail.text ?? '')?.[0] ?? '');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('House-Martin');
  await page.getByLabel('House name or number').fill('12');
  await page.getByLabel('Postcode').fill('S19 2BD');
  await expectTidy(page, 'the page of a donor with Gift Aid');
  await page.getByRole('button', { name: 'Declare', exact: true }).click();
  await expect(page.getByText('Your declaration is stored.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Declare', exact: true })).toBeHidden();

  await openSignedIn(page, '/admin/receipts/gift-aid');
  await expect(main).toContainText('2 donations, $35.00');
  await page.getByRole('button', { name: 'Mark as Claimed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as Claimed' });
  await dialog.getByLabel('Claimed on').fill(new Date().toISOString().slice(0, 10));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Mark as Claimed' }).click();
  await expect(dialog).toBeHidden();
  await expect(main).toContainText('0 donations, $0.00');
  await expect(main).toContainText('2 lines, $35.00 by Admin');
  await page.getByRole('button', { name: 'Undo' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo This Claim' });
  await undo.getByLabel('Reason').fill('It was refused.');
  await expectAccessible(page);
  await undo.getByRole('button', { name: 'Undo Claim' }).click();
  await expect(main).toContainText('Undone: It was refused.');
  await expect(main).toContainText('2 donations, $35.00');
});
