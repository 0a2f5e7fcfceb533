import { expect } from '@playwright/test';
import { admin, expectAccessible, person, signIn, test, unique } from '#test/support/browser.ts';

test('donate, nominate, vet, allocate', async ({ page, site }) => {
  const cause = await site.addCause();
  const nominee = unique('Maria Lopez');
  const donor = 'donor-of-main-job@example.com';
  const nominator = 'nominator-of-main-job@example.com';

  await test.step('a donor gives $1,234.56', async () => {
    await page.goto('/donate');
    await expect(page).toHaveTitle('Donate | Everycent');
    await page.getByLabel('Amount').pressSequentially('123456');
    await expect(page.getByLabel('Amount')).toHaveValue('$1,234.56');
    await page.getByLabel('Cause').selectOption(cause.name);
    await page.getByLabel('I am available to volunteer my time').check();
    await page.getByLabel('First Name').fill(person.firstName);
    await page.getByLabel('Last Name').fill(person.lastName);
    await page.getByLabel('Email Address').fill(donor);
    await page.getByLabel('Phone Number').fill(person.phone);
    await page.getByLabel('Zip Code').fill(person.zip);
    await page.getByRole('button', { name: 'Continue to Payment Information' }).click();

    await expect(page.getByText('Test payment – no card is charged')).toBeVisible();
    await expect(page.getByText('$1,234.56')).toBeVisible();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page).toHaveURL(/\/donate\?status=success$/);
    await expect(page.getByText('Thank You For Your Generosity!')).toBeVisible();
    await expect(
      page.getByRole('button', { name: 'Continue to Payment Information' }),
    ).toBeHidden();

    const receipt = await site.inbox.waitFor(donor, 'Thank you for your donation of $1,234.56');
    expect(receipt.text).toContain(cause.name);
  });

  await test.step('somebody nominates a person', async () => {
    await page.goto('/nominate');
    await page.getByLabel('Nominee').fill(nominee);
    await page.getByLabel('Cause').selectOption(cause.name);
    await page.getByLabel('Description').fill('Her furnace broke in the middle of the winter.');
    await page.getByLabel('First Name').fill(person.firstName);
    await page.getByLabel('Last Name').fill(person.lastName);
    await page.getByLabel('Email Address').fill(nominator);
    await page.getByLabel('Phone Number').fill(person.phone);
    await page.getByLabel('Zip Code').fill(person.zip);
    await page.getByRole('button', { name: /submit nomination/i }).click();
    await expect(page).toHaveURL(/\/nominate\?status=success$/);
    await expect(page.getByText('Thank You For Your Generosity!')).toBeVisible();
    await site.inbox.waitFor(nominator, 'We received your nomination');
  });

  await test.step('the administrator is redirected through the login page', async () => {
    await page.goto('/admin/nominations');
    await expect(page).toHaveURL(/\/auth\/login\?redirectTo=%2Fadmin%2Fnominations/);
    await signIn(page);
    await expect(page).toHaveURL(/\/admin\/nominations/);
    await expect(page.getByText(admin.email).first()).toBeVisible();
  });

  await test.step('accepts the nomination and follows "Allocate Funds"', async () => {
    await page.getByLabel('Nominee', { exact: true }).fill(nominee);
    const row = page.getByRole('row').filter({ hasText: nominee });
    await expect(row).toContainText('Pending');
    await row.getByRole('button', { name: /manage/i }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(nominee);
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await expect(dialog.getByText('Accepted', { exact: true })).toBeVisible();
    await dialog.getByRole('link', { name: 'Allocate Funds' }).click();
    await expect(page).toHaveURL(/\/admin\/donations\?nominationId=[^&]+$/);
    await expect(
      page.getByText(
        `Allocating funds for ${nominee} | Cause: ${cause.name} | Allocated Amount: $0.00`,
      ),
    ).toBeVisible();
  });

  await test.step('allocates a part', async () => {
    const row = page.getByRole('row').filter({ hasText: cause.name });
    await row.getByRole('button', { name: /allocate/i }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('$1,234.56');
    await expect(dialog.getByLabel('Amount', { exact: true })).toHaveValue('1234.56');
    await expectAccessible(page);
    await dialog.getByLabel('Amount', { exact: true }).fill('234.50');
    await dialog.getByRole('button', { name: 'Allocate Funds' }).click();
    await expect(page.getByText('$234.50 successfully allocated')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('$1,000.06');
    await expect(page.getByText('Allocated Amount: $234.50')).toBeVisible();
  });

  await test.step('the other way round: from the donation to the nomination', async () => {
    const row = page.getByRole('row').filter({ hasText: cause.name });
    await row.getByRole('button', { name: /details/i }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(nominee);
    await dialog.getByRole('link', { name: 'Allocate Funds' }).click();
    await expect(page).toHaveURL(/\/admin\/nominations\?donationId=[^&]+$/);
    await expect(page.getByText(`Allocating from $1,000.06 | Cause: ${cause.name}`)).toBeVisible();
    const target = page.getByRole('row').filter({ hasText: nominee });
    await expect(target).toContainText('$234.50');
    await target.getByRole('button', { name: /allocate/i }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allocate Funds' }).click();
    await expect(page.getByText('$1,000.06 successfully allocated')).toBeVisible();
    await expect(target).toContainText('$1,234.56');
  });
});
