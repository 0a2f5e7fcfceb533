import { expect } from '@playwright/test';
import { expectAccessible, expectTidy, openSignedIn, test } from '#test/support/browser.ts';

test.use({ changesSettings: true });

test('an owner finds a setting, changes it on its page, and restores a version of that page alone', async ({
  page,
  watched,
}) => {
  // Nobody could ever approve that it is switched off again.
  watched.allowErrors(/status of 400/);
  await openSignedIn(page, '/admin/settings');
  const save = page.getByRole('button', { name: 'Save Settings' });
  const versions = page.getByRole('table', { name: 'Versions of these settings' });
  const open = async (words: string, title: string) => {
    await page.getByLabel('Find a setting').fill(words);
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  };
  await expectTidy(page, 'the index of the settings');
  await page.getByLabel('Find a setting').fill('nothing like it');
  await expect(page.getByText('No setting is called like this.')).toBeVisible();

  await open('min_donation', 'Donations and Amounts');
  await expectAccessible(page);
  for (const [typed, unclear] of [
    ['20, lots', 'lots'],
    ['1,000, 2,000', '1,000'],
  ] as const) {
    await page.getByLabel('Amounts on the donation form').fill(typed);
    await save.click();
    await expect(page.getByText(`“${unclear}” is not one clear amount. Enter`)).toBeVisible();
  }
  await page.getByLabel('Amounts on the donation form').fill('20, 45.50');
  await save.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  // The form is drawn anew.
  await expect(save).toBeFocused();
  await page.getByRole('link', { name: 'Back to Settings' }).click();
  await expect(page.getByText('Amounts on the donation form: $20.00, $45.50')).toBeVisible();

  await open('refund', 'Approvals and Limits');
  await page.getByLabel('Refunds above').fill('12.34');
  await save.click();
  await expect(versions.getByRole('row').nth(1)).toContainText('$12.34');
  await expect(versions).not.toContainText('$45.50');
  await page.getByLabel('Some things take a second person').check();
  await save.click();
  await expect(page.getByText('This takes two owners who can sign in.').first()).toBeVisible();
  await page.getByLabel('Some things take a second person').uncheck();
  await page.getByLabel('Refunds above').fill('56.78');
  await save.click();
  await expect(versions.getByRole('row').nth(1)).toContainText('$56.78');
  await versions.getByRole('button', { name: 'Restore' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Restore Settings' });
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('The older settings count again')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(versions.getByRole('row').nth(1)).toContainText(/Version \d+ was restored\./);
  await expect(page.getByLabel('Refunds above')).toHaveValue('12.34');

  await page.goto('/admin/settings/texts');
  await page.getByLabel('Text on “How We Work”').fill('We meet on Mondays.\n\nCome by.');
  await save.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await page.getByRole('link', { name: 'Show the page “How We Work”' }).click();
  await expect(page.getByText('We meet on Mondays.', { exact: true })).toBeVisible();
  await expect(page.getByText('At the moment nothing')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/donate');
  await expect(page.getByText('$45.50')).toBeVisible();
});
