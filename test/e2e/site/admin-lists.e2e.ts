import { expect } from '@playwright/test';
import { admin, expectAccessible, openSignedIn, test, unique } from '#test/support/browser.ts';

test.beforeEach(async ({ page }) => {
  await openSignedIn(page, '/admin');
});

test('donations with nothing left are hidden until requested', async ({ page, site }) => {
  const { id: causeId, name } = await site.addCause();
  const donationId = await site.addDonation(causeId, 5000);
  const nominationId = await site.addNomination(causeId, unique('Nominee'));
  await site.accept(nominationId);
  await site.allocate(donationId, nominationId, 5000);

  await page.goto('/admin/donations');
  await expect(page).toHaveTitle(/Admin/);
  await expect(page.getByRole('heading', { name: 'Manage Donations' })).toBeVisible();
  await page.getByLabel('ID').fill(donationId);
  await expect(page.getByText('There are no donations.')).toBeVisible();
  await page.getByLabel('Show Fully Allocated').check();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('$50.00');
  for (const name of ['Date', 'Amount', 'Available Amount', 'Cause']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await expect(row).toContainText('$0.00');
  await expectAccessible(page);

  await row.getByRole('button', { name: /details/i }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Stripe ID');
  await expect(dialog).toContainText('donor@example.com');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row.getByRole('button', { name: /details/i })).toBeFocused();
});

test('nominations can be filtered by status, nominee, cause, and id', async ({ page, site }) => {
  const { id: causeId, name: causeName } = await site.addCause();
  const pending = unique('Pending person');
  const accepted = unique('Accepted person');
  const pendingId = await site.addNomination(causeId, pending);
  await site.accept(await site.addNomination(causeId, accepted));

  await page.goto('/admin/nominations');
  for (const name of ['Date', 'Nominee', 'Cause', 'Allocated Amount', 'Status']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await expect(page.getByLabel('Show Pending')).toBeChecked();
  await expect(page.getByLabel('Show Accepted')).toBeChecked();
  await expect(page.getByLabel('Show Rejected')).not.toBeChecked();
  await expect(page.getByLabel('Show Completed')).not.toBeChecked();

  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await page.getByLabel('Cause').selectOption(causeName);
  await expect(row(pending)).toBeVisible();
  await expect(row(accepted)).toBeVisible();
  await page.getByLabel('Show Pending').uncheck();
  await expect(row(pending)).toHaveCount(0);
  await page.getByLabel('Show Accepted').uncheck();
  await expect(page.getByText('There are no nominations.')).toBeVisible();
  await page.getByLabel('Show Pending').check();
  await page.getByLabel('Nominee').fill('PENDING PERSON');
  await expect(row(pending)).toBeVisible();
  await page.getByLabel('ID').fill(pendingId);
  await expect(row(pending)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel('ID')).toHaveValue(pendingId);
  await expect(page.getByLabel('Show Accepted')).not.toBeChecked();
});

test('the link in the email about a new nomination opens it', async ({ page, site }) => {
  const { id: causeId } = await site.addCause();
  const nominee = unique('Nominee');
  await site.addNomination(causeId, nominee);
  const mail = await site.inbox.waitFor(admin.email, nominee);
  await page.goto(/http\S+\/admin\/nominations\S+/.exec(mail.text ?? '')?.[0] ?? '');
  await expect(page.getByRole('dialog', { name: 'Manage Nomination' })).toContainText(nominee);
});

test('a nomination with allocated money is rejected only after its release', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 409/);
  const { id: causeId } = await site.addCause();
  const donationId = await site.addDonation(causeId, 5000);
  const nominee = unique('Nominee');
  const nominationId = await site.addNomination(causeId, nominee);
  await site.accept(nominationId);
  await site.allocate(donationId, nominationId, 3000);

  await page.goto(`/admin/nominations?id=${nominationId}`);
  await page.getByRole('row').filter({ hasText: nominee }).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(
    page.getByText(
      '$30.00 is allocated to this nomination. Release its allocations first, then reject it.',
    ),
  ).toBeVisible();
  await dialog.getByRole('button', { name: /release/i }).click();
  const release = page.getByRole('dialog', { name: /release/i });
  await release.getByLabel(/reason/i).fill('Booked to the wrong nominee.');
  await expectAccessible(page);
  await release.getByRole('button', { name: /release/i }).click();
  await expect(dialog.getByText('There are no donors.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByText('Rejected')).toBeVisible();
});

test('a refused allocation shows the reason under the amount and keeps the dialog', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 409/);
  const { id: causeId } = await site.addCause();
  const donationId = await site.addDonation(causeId, 5000);
  const nominationId = await site.addNomination(causeId, unique('Nominee'));
  await site.accept(nominationId);
  await page.goto(`/admin/donations?nominationId=${nominationId}&id=${donationId}`);
  await page.getByRole('button', { name: /allocate/i }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabel('Amount', { exact: true });
  await amount.fill('');
  await dialog.getByRole('button', { name: 'Allocate Funds' }).click();
  await expect(dialog.getByText('Required')).toBeVisible();
  await amount.fill('50.01');
  await dialog.getByRole('button', { name: 'Allocate Funds' }).click();
  await expect(dialog.getByText('At most $50.00')).toBeVisible();
  await amount.fill('50');
  await dialog.getByRole('button', { name: 'Allocate Funds' }).dblclick();
  await expect(page.getByText('$50.00 successfully allocated')).toBeVisible();
});
