import { expect, type Page } from '@playwright/test';
import { createCause, deleteCause } from '#contract/vetting/causes.ts';
import {
  admin,
  expectAccessible,
  expectTidy,
  openSignedIn,
  test,
  unique,
} from '#test/support/browser.ts';
import { onRelease } from '#test/support/tier.ts';

const twoDigits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

test.beforeEach(async ({ page }) => {
  await openSignedIn(page, '/admin');
});

test('it shows who did what to which item, and what it changed', async ({ page, site }) => {
  const { id: causeId, name } = await site.addCause();
  const donationId = await site.addDonation(causeId, 5_000);
  const nominee = unique('Nominee');
  const nominationId = await site.addNomination(causeId, nominee);
  await site.accept(nominationId);
  await site.allocate(donationId, nominationId, 2_000);

  await page.goto('/admin/audit');
  for (const heading of ['Date', 'Who', 'What', 'About', 'Change']) {
    await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeVisible();
  }
  const about = (what: string) => row(page, what).filter({ hasText: nominee });
  await expect(about('Submitted a nomination')).toContainText('A visitor');
  await expect(about('Accepted a nomination')).toContainText(`${admin.firstName} User`);
  await expect(about('Accepted a nomination')).toContainText('Status: Pending → became Accepted');
  await expect(about('Accepted a nomination')).toContainText(/\d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M/);
  await expect(about('Allocated money')).toContainText(
    'Available from the donation: $50.00 → became $30.00',
  );
  await expect(row(page, 'Added a cause').filter({ hasText: name })).toContainText(`Name: ${name}`);
  await expectAccessible(page);

  await about('Accepted a nomination').getByRole('link', { name: nominee }).click();
  await expect(page.getByRole('dialog', { name: 'Manage Nomination' })).toContainText(nominee);
});

test(
  'the filters are in the address, and a deleted item links to its own trail',
  onRelease,
  async ({ page, site }) => {
    const { id, name } = await site.addCause();
    await site.addNomination((await site.addCause()).id, unique('Nominee'));
    await site.call(deleteCause, { params: { id } });

    await page.goto('/admin/audit');
    await page.getByLabel('What').selectOption('Causes');
    await expect(page).toHaveURL(/action=cause\.$/);
    await expect(row(page, 'Submitted a nomination')).toHaveCount(0);
    await page.getByLabel('Who').selectOption('Visitors');
    await expect(page.getByText('There are no entries.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all entries' }).click();
    await expect(row(page, 'Submitted a nomination').first()).toBeVisible();

    const deleted = row(page, 'Deleted a cause').filter({ hasText: name });
    await deleted.getByRole('link', { name: 'A deleted cause' }).click();
    await expect(page.getByLabel('ID', { exact: true })).toHaveValue(id);
    // The heading and two entries.
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.reload();
    await expect(page.getByRole('row')).toHaveCount(3);

    // Where the charity is: without a setting, where the server is.
    const [month, day, year] = new Date().toLocaleDateString('en-US', twoDigits).split('/');
    const today = `${year}-${month}-${day}`;
    await page.getByLabel('From').fill(today);
    await page.getByLabel('To').fill(today);
    await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}`));
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.getByLabel('From').fill('');
    await page.getByLabel('To').fill('2020-01-01');
    await expect(page.getByText('There are no entries with this ID.')).toBeVisible();
  },
);

test('a link may select what the lists do not offer', onRelease, async ({ page }) => {
  await page.goto('/admin/audit?action=session.ended&actor=user:gone&from=never');
  await expect(page.getByLabel('What').locator(':checked')).toHaveText('Ended a session');
  await expect(page.getByLabel('Who').locator(':checked')).toHaveText('A removed user');
  await expect(page.getByText('There are no entries.')).toBeVisible();
});

test('more entries load when scrolling', onRelease, async ({ page, site }) => {
  const mark = unique('Scrolled');
  for (let number = 0; number < 52; number++) {
    await site.call(createCause, { body: { name: `${mark} ${number}` } });
  }
  await page.goto('/admin/audit');
  await expect(row(page, `${mark} 51`)).toBeVisible();
  await expect(row(page, new RegExp(`${mark} 0$`))).toHaveCount(0);
  await page.getByRole('button', { name: 'Load More' }).scrollIntoViewIfNeeded();
  await expect(row(page, `Name: ${mark} 1`).last()).toBeVisible();
  await expect(row(page, new RegExp(`Name: ${mark} 0$`))).toBeVisible();
});

test('on a phone, the filters are behind a button', onRelease, async ({ page, site }) => {
  const { name } = await site.addCause();
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/admin/audit');
  await expect(page.getByLabel('Who')).toBeHidden();
  await page.getByRole('button', { name: 'Show Filters' }).click();
  await expect(page.getByLabel('Who')).toBeVisible();
  await expect(row(page, `Name: ${name}`)).toBeVisible();
  await expectTidy(page, 'the trail on a phone', [375]);
});
