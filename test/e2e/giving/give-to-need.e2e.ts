import { expect } from '@playwright/test';
import { listDonations } from '#contract/giving/donations.ts';
import { expectAccessible, expectFit, openSignedIn, test } from '#test/support/browser.ts';
import { giveToNeed } from '#test/support/give-to-need.ts';
import { aNeedToLookAt, aProvenNeed } from '#test/support/proven-need.ts';

test('a donor gives to one need, and the team cannot give it to another one', async ({
  page,
  site,
}) => {
  const { id, name, cause } = await aProvenNeed(site);
  await page.goto(`/impact/${id}`);
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Give to this cause' }),
  ).toBeVisible();
  await giveToNeed(page, { name, amount: '2500' });
  const main = page.getByRole('main');
  await expect(main).toContainText(`$25.00 for “${name}”`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  // What starts again is for the need, too.
  await expect(main).toContainText(`Your donation of $25.00 for “${name}” was not completed`);
  await expect(main).toContainText(`Your donation is for ${name}.`);
  await page.getByRole('button', { name: 'Continue to Payment Information' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('main')).toContainText(`You gave $25.00 for ${name}.`);
  await page.getByRole('link', { name: 'Follow your donation' }).click();
  await expect(main).toContainText('We may allocate your donation to this need only');
  await expect(main).toContainText('Waiting for the need that you chose');
  await expectAccessible(page);

  const other = await site.addNomination(cause.id, 'Somebody Else');
  await site.accept(other);
  await openSignedIn(page, `/admin/donations?nominationId=${other}&causeId=${cause.id}`);
  const row = page.getByRole('row').filter({ hasText: 'For Secret Nominee only' });
  await expect(row.getByRole('button', { name: 'Allocate' })).toBeDisabled();
  await row.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('dialog')).toContainText('May Go to No Other');
  await expectAccessible(page);
  const [donation] = await site.call(listDonations, { query: { causeId: cause.id } });
  expect(donation?.binding).toMatchObject({ id, releasedAt: null });
});

test('somebody who would rather give to the cause gets there from the form', async ({
  page,
  site,
  keep,
}) => {
  const { id, cause } = await aNeedToLookAt(keep, site);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/donate?need=${id}`);
  await expectFit(page, 'the form for a need');
  await page.getByRole('link', { name: 'Give to the cause instead' }).click();
  await expect(page.getByLabel('Cause')).toHaveValue(cause.id);
  await expect(page.getByRole('group', { name: 'How Often' })).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a donor gives to one need, after what was wrong', async ({ page, site, watched, keep }) => {
    watched.allowErrors(/status of 400/);
    const { id, name, cause } = await aNeedToLookAt(keep, site);
    await page.goto(`/impact/${id}`);
    await giveToNeed(page, { name, amount: '0.01' });
    await expect(page.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('main')).toContainText(`Your donation is for ${name}.`);
    await page.getByLabel('Amount').fill('25');
    await page.getByRole('button', { name: 'Continue to Payment Information' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('main')).toContainText(`You gave $25.00 for ${name}.`);
    const [donation] = await site.call(listDonations, { query: { causeId: cause.id } });
    expect(donation).toMatchObject({ amount: 2_500, binding: { id, releasedAt: null } });
  });
});
