import { expect } from '@playwright/test';
import {
  expectAccessible,
  expectFit,
  expectTidy,
  openSignedIn,
  test,
  unique,
} from '#test/support/browser.ts';
import { aNeedToLookAt } from '#test/support/proven-need.ts';

test('the page of a nomination is about its nominee, and leads back', async ({
  page,
  site,
  keep,
}) => {
  const { id } = await aNeedToLookAt(keep, site);
  await openSignedIn(page, `/admin/nominations/${id}`);
  await expect(page.getByRole('heading', { name: 'Secret Nominee', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('Secret Nominee | Everycent');
  // Its name was misspelled: what it was stays beside it.
  await page.getByRole('button', { name: 'Correct Name or Facts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct Name or Facts' });
  await dialog.getByLabel('Nominee', { exact: true }).fill('Secret Nominees');
  await dialog.getByLabel('Reason').fill('They are two');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Secret Nominees', level: 1 })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Corrections' })).toContainText(
    /Nominee was “Secret Nominee”Until .+, corrected by .+: They are two/,
  );
  const overview = page.getByRole('region', { name: 'Overview' });
  for (const figure of ['Allocated$60.00', 'Spent$19.99', 'Not Spent Yet$40.01', 'GoalNone']) {
    await expect(overview).toContainText(figure);
  }
  await page.getByRole('navigation', { name: 'On this page' }).getByText('Updates').click();
  await expect(page.getByRole('button', { name: 'Write an Update' })).toBeInViewport();
  await overview.getByRole('link', { name: 'Details of this nomination' }).click();
  await expect(page.getByRole('dialog', { name: 'Manage Nomination' })).toBeVisible();
  await expect(page).toHaveTitle('Admin | Everycent');
  await page.goBack();
  await page.getByRole('link', { name: 'Back to Manage Nominations' }).click();
  await expect(page.getByRole('heading', { name: 'Manage Nominations' })).toBeVisible();
});

test('the expense is in reach on every screen, also under a long name', async ({ page, site }) => {
  const { id: causeId } = await site.addCause();
  const nominee = unique(`Society${'OfFriendsOfTheOldMill'.repeat(6)}`);
  const id = await site.addNomination(causeId, nominee);
  await site.accept(id);
  await openSignedIn(page, `/admin/nominations/${id}`);
  const record = page.getByRole('button', { name: 'Record an Expense' });
  for (const [width, height] of [
    [375, 720],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate('scrollTo(0, 0)');
    await record.click({ trial: true });
    await expect(record).toBeInViewport();
    if (width < 768) {
      await page.getByLabel('Story').scrollIntoViewIfNeeded();
      await expect(record).toBeInViewport();
    }
    await expectFit(page, `${width} px`);
  }
  await expectTidy(page, 'a nomination with a long name');
});
