import { expect } from '@playwright/test';
import { expectAccessible, person, test, unique } from '#test/support/browser.ts';

test('requires all eight fields, with messages under the fields and only after submit', async ({
  page,
  site,
}) => {
  await site.addCause();
  await page.goto('/nominate');
  await expect(page).toHaveTitle('Nominate | Everycent');
  await expect(page.getByLabel('Nominee')).toHaveAccessibleDescription(/please talk to them first/);
  await expect(page.getByText('Required', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: /submit nomination/i }).click();
  await expect(page.getByText('Required', { exact: true })).toHaveCount(8);
  await page.getByLabel('Email Address').fill('nobody@nowhere@');
  await page.getByRole('button', { name: /submit nomination/i }).click();
  await expect(page.getByText('Invalid email')).toBeVisible();
  await expectAccessible(page);
});

test('a failure shows a notice and the form stays', async ({ page, site, watched }) => {
  watched.allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const { name } = await site.addCause();
  await page.goto('/nominate');
  const nominee = unique('Nominee');
  await page.getByLabel('Nominee').fill(nominee);
  await page.getByLabel('Cause').selectOption(name);
  await page.getByLabel('Description').fill('Needs a ramp.');
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill(person.lastName);
  await page.getByLabel('Email Address').fill('nominator@example.com');
  await page.getByLabel('Phone Number').fill(person.phone);
  await page.getByLabel('Zip Code').fill(person.zip);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /submit nomination/i }).click();
  await expect(page.getByText(/you are offline/i).first()).toBeVisible();
  await expect(page.getByLabel('Nominee')).toHaveValue(nominee);

  await page.context().setOffline(false);
  await page.getByRole('button', { name: /submit nomination/i }).click();
  await expect(page).toHaveURL(/\/nominate\?status=success$/);
  await expect(page.getByText('Thank You For Your Generosity!')).toBeVisible();
  await expect(page.getByText(/confirmation email will arrive shortly/i)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/nominate');
  await expect(page.getByLabel('Nominee')).toHaveValue('');
});
