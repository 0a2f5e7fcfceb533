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

test('the page of a nomination leads to the next of its list, tells what others did, and leads back', async ({
  page,
  site,
  keep,
}) => {
  const { id: causeId } = await site.addCause();
  const [older, middle, newer] = [unique('Older'), unique('Middle'), unique('Newer')];
  await site.accept(await site.addNomination(causeId, older));
  const middleId = await site.addNomination(causeId, middle);
  await site.addNomination(causeId, newer);
  const heading = page.getByRole('heading', { level: 1 });
  await openSignedIn(page, `/admin/nominations?causeId=${causeId}&accepted=false`);
  await page.getByRole('link', { name: newer }).click();

  await test.step('by J and K, unless somebody types', async () => {
    await expect(heading).toHaveText(newer);
    await expect(page).toHaveTitle(`${newer} | Everycent`);
    await expect(page.locator('main')).toContainText('Came in today');
    await expect(page.getByRole('link', { name: `Next: ${middle}` })).toBeVisible();
    const goal = page.getByLabel('Goal (optional)');
    await goal.pressSequentially('jk');
    await goal.fill('');
    await expect(heading).toHaveText(newer);
    await heading.click();
    await page.keyboard.press('j');
    await expect(heading).toHaveText(middle);
    await expect(page.getByText('Next', { exact: true })).not.toHaveRole('link');
    await page.keyboard.press('k');
    await expect(heading).toHaveText(newer);
  });

  await test.step('after a decision, if that is wanted', async () => {
    await page.getByLabel('After a decision, open the next one').check();
    await page.getByLabel('Goal (optional)').fill('800');
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(heading).toHaveText(middle);
    await expect(page.getByText(`${newer}: Accepted.`)).toBeVisible();
  });

  await test.step('what a colleague decides meanwhile is told', async () => {
    await site.accept(middleId);
    const note = page.getByRole('region', { name: 'Notes' }).getByLabel('Note', { exact: true });
    await note.fill('The landlord calls back.');
    await note.press('Control+Enter');
    await expect(page.getByRole('complementary', { name: 'Meanwhile' })).toContainText(
      'was faster: this nomination is accepted now.',
    );
    await expect(page.getByRole('list', { name: 'Notes' })).toContainText('The landlord calls');
    await expect(page.getByRole('button', { name: 'Record an Expense' })).toBeVisible();
    await expectTidy(page, 'a nomination that somebody else has accepted');
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    await expect(page.getByRole('complementary', { name: 'Meanwhile' })).toBeHidden();
  });

  await test.step('a misspelled name is corrected, and what it was stays beside it', async () => {
    await page.getByRole('button', { name: 'Correct Name or Facts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct Name or Facts' });
    await dialog.getByLabel('Nominee', { exact: true }).fill(`${middle}s`);
    await dialog.getByLabel('Reason').fill('They are two');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(heading).toHaveText(`${middle}s`);
    await expect(page.getByRole('list', { name: 'Corrections' })).toContainText(
      /Nominee was “.+”Until .+, corrected by .+: They are two/,
    );
  });

  await test.step('what does not matter yet is shut, and a link opens it', async () => {
    const { id } = await aNeedToLookAt(keep, site);
    await page.goto(`/admin/nominations/${id}`);
    await expect(heading).toHaveText('Secret Nominee');
    const money = page.getByRole('region', { name: 'Money' });
    for (const figure of ['Allocated$60.00', 'Spent$19.99', 'Not Spent Yet$40.01', 'GoalNone']) {
      await expect(money).toContainText(figure);
    }
    await expect(page.getByRole('button', { name: 'Add Note' })).toBeHidden();
    await page.getByRole('link', { name: 'Complete or Reject' }).click();
    await expect(page.getByRole('button', { name: 'Complete', exact: true })).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Decisions' })).toBeFocused();
    await page.goto(`/admin/nominations?causeId=${causeId}`);
    await page.getByRole('link', { name: older }).click();
    await page.getByRole('link', { name: 'Back to Manage Nominations' }).click();
    await expect(page).toHaveURL(`/admin/nominations?causeId=${causeId}`);
  });
});

test('the expense is in reach on every screen, also under a long name', async ({ page, site }) => {
  const { id: causeId } = await site.addCause();
  const nominee = unique(`Society${'OfFriendsOfTheOldMill'.repeat(6)}`);
  const id = await site.addNomination(causeId, nominee);
  await site.accept(id);
  await openSignedIn(page, `/admin/nominations/${id}?open=all`);
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
