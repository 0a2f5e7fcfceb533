import { expect } from '@playwright/test';
import { expectAccessible, openSignedIn, test } from '#test/support/browser.ts';

test.use({ changesSettings: true });

test('an owner changes the settings, sees what changed, and restores a version', async ({
  page,
  watched,
}) => {
  // Nobody could ever approve that it is switched off again.
  watched.allowErrors(/status of 400/);
  await openSignedIn(page, '/admin/settings');
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  await expectAccessible(page);
  const save = page.getByRole('button', { name: 'Save Settings' });

  for (const [typed, unclear] of [
    ['20, lots', 'lots'],
    ['1,000, 2,000', '1,000'],
  ] as const) {
    await page.getByLabel('Amounts on the donation form').fill(typed);
    await save.click();
    await expect(page.getByText(`“${unclear}” is not one clear amount. Enter`)).toBeVisible();
  }
  await page.getByLabel('Amounts on the donation form').fill('20, 45.50');
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await page.getByLabel('Your own words').fill('We meet on Mondays.\n\nCome by.');
  await page.getByLabel('Refunds above').fill('12.34');
  await save.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  // The form is drawn anew.
  await expect(save).toBeFocused();
  const versions = page.getByRole('table', { name: 'Versions of the settings' });
  await expect(versions.getByRole('row').nth(1)).toContainText('Refunds that need a second person');
  await expect(versions.getByRole('row').nth(1)).toContainText('$12.34');
  // The form is another one now, and whoever uses the keyboard is still there.
  await expect(page.locator('main :focus')).toHaveCount(1);

  await page.getByLabel('Some things take a second person').check();
  await save.click();
  await expect(page.getByText('This takes two owners who can sign in.').first()).toBeVisible();
  await page.getByLabel('Some things take a second person').uncheck();

  await page.getByLabel('Your own words').fill('');
  await save.click();
  await expect(versions.getByRole('row').nth(1)).not.toContainText('$12.34');
  await page.goto('/how-we-work');
  await expect(page.getByText('Come by.')).toBeHidden();
  await page.goto('/admin/settings');
  await versions.getByRole('button', { name: 'Restore' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Restore Settings' });
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('The older settings count again')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(versions.getByRole('row').nth(1)).toContainText(/Version \d+ was restored\./);
  await expect(page.getByLabel('Your own words')).toHaveValue('We meet on Mondays.\n\nCome by.');

  await page.goto('/how-we-work');
  await expect(page.getByText('We meet on Mondays.', { exact: true })).toBeVisible();
  await expect(page.getByText('At the moment nothing')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/donate');
  await expect(page.getByText('$45.50')).toBeVisible();
});
