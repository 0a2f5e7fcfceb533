import { expect, type Page } from '@playwright/test';
import { addBankAccount } from '#contract/banking/bank-accounts.ts';
import { listUnmatchedLines, matchLine } from '#contract/banking/bank-matches.ts';
import { importStatements } from '#contract/banking/bank-statements.ts';
import type { BankLineId, CauseId } from '#contract/ids.ts';
import { getCardCosts } from '#contract/provider/card-costs.ts';
import { getPublicPage } from '#contract/publishing/public-pages.ts';
import { listExpenses } from '#contract/spending/expenses.ts';
import { listCauses } from '#contract/vetting/causes.ts';
import { updateNomination } from '#contract/vetting/nominations.ts';
import { anAccountNumber, camt } from '#test/support/bank-files.ts';
import {
  expectAccessible,
  expectTidy,
  openSignedIn,
  type Site,
  test,
  unique,
} from '#test/support/browser.ts';
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

  await page.getByRole('button', { name: 'Record an Expense' }).click();
  const dialog = page.getByRole('dialog');
  const record = dialog.getByRole('button', { name: 'Record Expense' });
  await record.click();
  await expect(dialog.getByText('Add at least one receipt')).toBeVisible();
  await dialog.getByLabel('Paid to').fill('Comfort Heating');
  await expect(dialog.getByLabel('Paid on')).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await dialog.getByLabel('Paid on').fill('2026-01-15');
  await dialog.getByLabel('Amount').fill('300.01');
  await dialog.getByLabel('Purpose').fill('A new furnace');
  // There is no receipt yet: it is added right here, and chosen.
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Add Receipts' }).click();
  const buffer = await picture();
  await (await chooser).setFiles({ name: 'Comfort 4711.jpg', mimeType: 'image/jpeg', buffer });
  const receipt = dialog.getByRole('checkbox', { name: /^Comfort 4711\.jpg Receipt, / });
  await expect(receipt).toBeChecked({ timeout: 60_000 });
  await expect(dialog.getByLabel('Paid to')).toHaveValue('Comfort Heating');
  await expectAccessible(page);
  await record.click();
  await expect(dialog.getByText('At most $300.00')).toBeVisible();
  await dialog.getByLabel('Amount').fill('120.50');
  await record.dblclick();
  await expect(dialog).toBeHidden();

  const expenses = page.getByRole('list', { name: 'Expenses' }).getByRole('listitem');
  await expect(expenses).toHaveCount(1);
  await expect(expenses).toContainText('01/15/2026');
  await expect(expenses.getByRole('link', { name: /^Comfort 4711\.jpg/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('Not Spent Yet$179.50');
  expect(await site.call(listExpenses, { params: { id } })).toHaveLength(1);
  await expectAccessible(page);

  // Who was paid is corrected where it is; the amount by undoing it, and recording it again with what was typed.
  await page.getByRole('button', { name: 'Correct the expense paid to Comfort Heating' }).click();
  await dialog.getByLabel('Paid to').fill('Comfort Heating LLC');
  await dialog.getByLabel('Reason').fill('The receipt says so');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Undo the expense paid to Comfort Heating LLC' }).click();
  await dialog.getByLabel('Reason').fill('It was less');
  await dialog.getByLabel('Then record it again').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Undo and Record Again' }).click();
  await expect(dialog.getByLabel('Paid to')).toHaveValue('Comfort Heating LLC');
  await expect(dialog.getByLabel('Purpose')).toHaveValue('A new furnace');
  await expect(receipt).toBeChecked();
  await expect(dialog.getByLabel('Amount')).toHaveValue('120.50');
  await dialog.getByLabel('Amount').fill('120.05');
  await record.click();
  await expect(dialog).toBeHidden();
  await expect(expenses).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('Spent$120.05');

  // The list tells that it is undone while the rest of the page is still read again.
  const rest = /\/api\/(?!nominations\/[^/]+\/expenses|expenses)/;
  const typed = Promise.withResolvers<void>();
  await page.route(rest, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Undo the expense paid to Comfort Heating LLC' }).click();
  await dialog.getByLabel('Reason').fill('Typed for the wrong need');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(expenses.filter({ hasText: 'Undone: Typed for the wrong need' })).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Release What Is Not Spent' }).click();
  await dialog.getByLabel('Reason').fill('A neighbor paid');
  typed.resolve();
  // The dialog before it has ended by then, and takes nothing along.
  await expect(dialog).toContainText('$300.00 goes back');
  await page.unrouteAll({ behavior: 'wait' });
  await page.waitForLoadState('networkidle');
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Release What Is Not Spent' })).toBeHidden();
});

test('donations for running costs pay card costs, and nothing beyond them', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/409/);
  await openSignedIn(page, '/admin/causes');
  const cause = unique('Running Costs');
  await page.getByRole('button', { name: 'Add Cause' }).click();
  await page.getByLabel('Name').fill(cause);
  await page.getByLabel('For running costs').check();
  await expectAccessible(page);
  await page.getByLabel('Add a cause').getByRole('button', { name: 'Add Cause' }).click();
  const row = page.getByRole('row', { name: cause });
  await expect(row).toContainText('For running costs');
  const causes = await site.call(listCauses, {});
  const causeId = causes.find(({ name }) => name === cause)?.id as CauseId;
  const id = await site.addNomination(causeId, unique('Fees of our bank'));
  await site.accept(id);
  await site.allocate(await site.addDonation(causeId, 5_000), id, 1_000);
  await site.upload(id, 'receipt', await picture());
  await chargeFee(page, site, 600);

  await page.goto(`/admin/nominations/${id}`);
  await page.getByRole('button', { name: 'Record an Expense' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('$6.00 of card costs is not paid for yet.')).toBeVisible();
  await dialog.getByLabel('Paid to').fill('Lakeside Bank');
  await dialog.getByLabel('Amount').fill('6.01');
  await dialog.getByLabel('Purpose').fill('Account fee of January');
  await dialog.getByLabel('Pays card costs').check();
  await dialog.getByRole('checkbox', { name: /Receipt, / }).check();
  await expectAccessible(page);
  const record = dialog.getByRole('button', { name: 'Record Expense' });
  await record.click();
  await expect(dialog.getByText('At most $6.00')).toBeVisible();
  await dialog.getByLabel('Amount').fill('6.00');
  await record.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: 'Expenses' })).toContainText('pays card costs');

  await page.goto('/admin/card-costs');
  const entries = page.getByRole('table', { name: 'Card costs' }).getByRole('row');
  await expect(entries.nth(1)).toContainText('Paid from donations for running costs');
  await expectTidy(page, 'card costs that a donation paid');
  await entries.nth(1).getByRole('link', { name: 'Show the expense' }).click();
  await expect(page).toHaveURL(`/admin/nominations/${id}`);
  await page.goto('/impact');
  await expect(
    page.getByRole('row', { name: /^Paid from donations for running costs/ }),
  ).toBeVisible();
});

test('a public page is written, previewed, published, and unpublished', async ({
  page,
  site,
  watched,
}) => {
  // The frame says so on the console when a link in it is followed, and when Playwright runs its own script in it.
  watched.allowErrors(/Blocked (script execution|opening|form submission)/);
  const cause = await site.addCause();
  const id = await site.addNomination(cause.id, unique('Maria Lopez'));
  await site.accept(id);
  await site.allocate(await site.addDonation(cause.id, 50_000), id, 30_000);
  const originalName = 'Maria, kitchen.heic';
  await site.upload(id, 'photo', await picture(), { originalName });
  await openSignedIn(page, `/admin/nominations/${id}?open=all`);
  const publishing = page.getByRole('button', { name: 'Publish Page', exact: true });
  await expect(publishing).toBeDisabled();
  await expect(publishing).toHaveAccessibleDescription(
    'Save the name, the summary, and the story first.',
  );
  await page.getByLabel('Public name').fill('A family on the north side');
  await page.getByLabel('Summary').fill('Their furnace failed.');
  await page.getByLabel('Story').fill('One warm room for four.');
  await page.getByRole('radio', { name: /^Maria, kitchen\.heic Not public/ }).check();
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Not on it, because not published: 1 photo.');
  const shown = dialog.frameLocator('iframe[title="The public page"]');
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('A family on the north side');
  await expect(shown.getByText('One warm room for four.')).toBeVisible();
  await expect(shown.getByText('$300.00').first()).toBeVisible();
  // It looks like the site, and nothing in it does anything.
  await expect(shown.locator('body')).toHaveCSS('font-family', /Figtree/);
  await shown.getByRole('link', { name: 'Give to this cause' }).click();
  await shown.getByLabel('Email Address').fill('me@example.com');
  await shown.getByRole('button', { name: /email/i }).click();
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('A family on the north side');
  expect(page.context().pages()).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Phone' }).click();
  await expect.poll(() => shown.locator('html').evaluate(`innerWidth`)).toBe(390);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Save Public Page' }).click();
  await expect(page.getByText('Public page saved')).toBeVisible();
  const isPublished = async () => (await site.call(getPublicPage, { params: { id } })).isPublished;

  await page.getByRole('button', { name: 'Publish Page' }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('button', { name: 'Unpublish Page' })).toBeVisible();
  expect(await isPublished()).toBe(true);
  await page.getByRole('button', { name: 'Unpublish Page' }).click();
  await expect(dialog).toContainText('The page is hidden from the public immediately');
  await dialog.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByRole('button', { name: 'Publish Page', exact: true })).toBeVisible();
  expect(await isPublished()).toBe(false);

  const rejected = await site.addNomination(cause.id, unique('Maria Lopez'));
  await site.call(updateNomination, {
    params: { id: rejected },
    body: { isRejected: true, isAccepted: false },
  });
  await page.goto(`/admin/nominations/${rejected}?open=all`);
  await expect(publishing).toBeDisabled();
  await expect(publishing).toHaveAccessibleDescription(
    'This nomination is rejected. Only the page of an accepted one can be published.',
  );
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

/** A bank charges a fee, of which this much is not paid for yet. */
async function chargeFee(page: Page, site: Site, missing: number): Promise<void> {
  const { balance } = await site.call(getCardCosts, {});
  const fee = balance + missing;
  const number = anAccountNumber();
  const account = await site.call(addBankAccount, { body: { name: unique('Checking'), number } });
  const day = '2026-01-15';
  const story = { account: number, openingCents: fee, lines: [{ day, cents: -fee, text: 'Fee' }] };
  const path = importStatements.path.replace(':id', account.id);
  const answer = await page.request.post(`${path}?fileName=january.xml`, {
    headers: { 'content-type': 'application/octet-stream' },
    data: Buffer.from(camt(story)),
  });
  expect(answer.status()).toBe(200);
  const lines = await site.call(listUnmatchedLines, { query: { limit: 500 } });
  const line = lines.find(({ account: { id } }) => id === account.id);
  const parts = [{ kind: 'fee' as const, cents: -fee }];
  await site.call(matchLine, { params: { id: line?.id as BankLineId }, body: { parts } });
}
