import { expect } from '@playwright/test';
import { createDonation } from '#contract/giving/donations.ts';
import { donationId as readDonationId } from '#contract/ids.ts';
import { updateNomination } from '#contract/vetting/nominations.ts';
import {
  admin,
  expectAccessible,
  expectFit,
  openSignedIn,
  person,
  test,
  unique,
} from '#test/support/browser.ts';

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

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
  await page.getByLabel('ID', { exact: true }).fill(donationId);
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
  await page.getByLabel('Nominee', { exact: true }).fill('PENDING PERSON');
  await expect(row(pending)).toBeVisible();
  await page.getByLabel('ID', { exact: true }).fill(pendingId);
  await expect(row(pending)).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL(new RegExp(`id=${pendingId}`));
  await page.reload();
  await expect(page.getByLabel('ID', { exact: true })).toHaveValue(pendingId);
  await expect(page.getByLabel('Show Accepted')).not.toBeChecked();

  // What cannot be, such as a mistyped address, is no filter.
  await page.goto(`/admin/nominations?id=${pendingId}&causeId=none&check=none&waitsFor=none`);
  await expect(row(pending)).toBeVisible();
  await expect(page.getByLabel('Check')).toHaveValue('all');
  await page.getByLabel('Check').selectOption('Being checked');
  await page.getByLabel('Only Unread Answers').check();
  await expect(page).toHaveURL(/check=checking&.*answers=unread/);
  await page.getByRole('button', { name: 'Look for it among all nominations' }).click();
  await expect(row(pending)).toBeVisible();
  await expect(page.getByLabel('Only Unread Answers')).not.toBeChecked();
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
  // The nominator may have expected that money.
  const decision = page.getByRole('dialog', { name: 'Reject Nomination' });
  await expect(decision).toContainText('Money was allocated to this nomination before.');
  await decision.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByText('Rejected', { exact: true })).toBeVisible();
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
  // The notice about the refusal does not stay beside it; a moment later, it would be gone anyway.
  expect(await page.locator('[data-type="error"]:not([data-leaving])').count()).toBe(0);
});

test('the dialogs show all details of a donation and of a nomination', async ({ page, site }) => {
  const cause = await site.addCause();
  const donationId = await site.addDonation(cause.id, 5000);
  const nominee = unique('Nominee');
  const nominationId = await site.addNomination(cause.id, nominee);
  await site.accept(nominationId);
  const dialog = page.getByRole('dialog');
  const texts = (role: 'term' | 'definition') => dialog.getByRole(role).allTextContents();
  const contact = ['Name', 'Email Address', 'Phone Number', 'Zip Code'];
  const today = /^\d\d\/\d\d\/\d{4}$/;

  await page.goto(`/admin/nominations?manage=${nominationId}`);
  await expect(dialog.getByText('There are no donors.')).toBeVisible();
  const nomination = ['Nominee', 'Status', 'Cause', 'Allocated Funds', 'Goal', 'Date'];
  expect(await texts('term')).toEqual([...nomination, ...contact, 'Reference', 'ID']);
  const shown = await texts('definition');
  expect(shown[0]).toBe(nominee);
  expect(shown[1]).toMatch(/^Accepted/);
  expect(shown.slice(2, 4)).toEqual([cause.name, '$0.00']);
  expect(shown[5]).toMatch(today);
  expect(shown[6]).toBe('Grace Hopper');
  expect(shown[7]).toContain('nom@example.com');
  expect(shown.slice(8, 10)).toEqual(['555-0100', '10001']);
  expect(shown[10]).toMatch(/^\w{3}-\w{3}/);
  expect(shown[11]).toContain(nominationId);
  await expect(dialog.getByRole('heading', { name: 'Description' })).toBeVisible();
  await expect(dialog).toContainText('Needs help.');

  await site.allocate(donationId, nominationId, 3000);
  await page.reload();
  const donors = dialog.getByRole('table', { name: 'Donors' });
  for (const name of ['Name', 'Email Address', 'Amount', 'Volunteer']) {
    await expect(donors.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  const donor = donors.getByRole('row').filter({ hasText: 'Grace Hopper' });
  await expect(donor).toContainText('donor@example.com');
  await expect(donor).toContainText('$30.00');
  await expect(donor).toContainText('No');
  await expect(dialog).toContainText('Allocated Funds$30.00');

  await page.goto(`/admin/donations?manage=${donationId}`);
  await expect(dialog.getByText('Stripe ID')).toBeVisible();
  const donation = ['Donor', 'Amount', 'Available Amount', 'Cause', 'Volunteer', 'Date'];
  expect(await texts('term')).toEqual([
    ...donation,
    ...contact,
    'ID',
    'Source',
    'Received On',
    'Stripe ID',
  ]);
  const given = await texts('definition');
  expect(given[0]).toBe('Grace Hopper');
  expect(given.slice(1, 5)).toEqual(['$50.00', '$20.00', cause.name, 'No']);
  expect(given[5]).toMatch(today);
  expect(given[7]).toContain('donor@example.com');
  expect(given[10]).toContain(donationId);
  expect(given[11]).toBe('Paid online');
  expect(given[12]).toMatch(today);
  expect(given[13]).toContain(`test_${donationId}`);
  for (const name of ['Description', 'Contact Details', 'Allocations']) {
    await expect(dialog.getByRole('heading', { name })).toBeVisible();
  }
  await expect(dialog.getByRole('row').filter({ hasText: nominee })).toContainText('$30.00');
  await expect(dialog.getByRole('link', { name: 'Allocate Funds' })).toHaveAttribute(
    'href',
    new RegExp(`^/admin/nominations\\?donationId=${donationId}$`),
  );
});

test('a long email address breaks where one reads on, at every width', async ({ page, site }) => {
  const { id: causeId } = await site.addCause();
  const email = 'maria.fernandezgonzalez@northsidevolunteers.example.org';
  const body = { amount: 5000, causeId, ...person, email };
  const { url } = await site.call(createDonation, { body });
  const form = new URLSearchParams({ outcome: 'paid' });
  await page.request.post(url, { data: form.toString(), headers: formHeaders, maxRedirects: 0 });
  const donationId = readDonationId.parse(url.slice(url.lastIndexOf('/') + 1));
  const nominationId = await site.addNomination(causeId, unique('Nominee'));
  await site.accept(nominationId);
  await site.allocate(donationId, nominationId, 3000);
  for (const width of [375, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/admin/nominations?manage=${nominationId}`);
    const donors = page.getByRole('table', { name: 'Donors' });
    const cell = donors.getByRole('cell').filter({ hasText: email });
    await expect(cell).toBeVisible();
    // Each part between two marks is on one line.
    const lines = await cell
      .locator('wbr + span')
      .evaluateAll((parts) => parts.map((part) => part.getClientRects().length));
    expect(lines).toEqual([1, 1, 1, 1]);
    await expectFit(page, `at ${width}`);
  }
});

test('allocating has a way back, and closing its dialog clears the selection', async ({
  page,
  site,
}) => {
  const { id: causeId } = await site.addCause();
  const donationId = await site.addDonation(causeId, 5000);
  const nominee = unique('Nominee');
  const nominationId = await site.addNomination(causeId, nominee);
  await site.accept(nominationId);
  const allocate = page.getByRole('button', { name: 'Allocate', exact: true });
  for (const [list, selected, id, back] of [
    ['donations', 'nominationId', nominationId, 'Back to Nominations'],
    ['nominations', 'donationId', donationId, 'Back to Donations'],
  ] as const) {
    const rowId = list === 'donations' ? donationId : nominationId;
    await page.goto(`/admin/${list}?id=${rowId}`);
    await expect(page.getByRole('button', { name: /details|manage/i })).toBeVisible();
    await expect(allocate).toHaveCount(0);

    await page.goto(`/admin/${list}?id=${rowId}&${selected}=${id}`);
    await allocate.click();
    const dialog = page.getByRole('dialog', { name: 'Allocate Funds' });
    await expect(dialog).toContainText('Available Amount$50.00');
    await expect(dialog).toContainText('Allocated Amount$0.00');
    await expect(dialog.getByLabel('Amount', { exact: true })).toHaveAttribute('type', 'number');
    await expect(page).toHaveURL(/[?&]allocate=/);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/[?&]allocate=/);
    await expect(page).toHaveURL(new RegExp(`${selected}=${id}`));

    await page.getByRole('link', { name: back }).click();
    const other = list === 'donations' ? 'nominations' : 'donations';
    await expect(page).toHaveURL(new RegExp(`/admin/${other}$`));
  }
});

test('up to 767 pixels, the filters are behind a toggle', async ({ page }) => {
  for (const [path, filter] of [
    ['/admin/nominations', 'Show Pending'],
    ['/admin/donations', 'Show Fully Allocated'],
  ] as const) {
    await page.setViewportSize({ width: 768, height: 700 });
    await page.goto(path);
    const toggle = page.getByRole('button', { name: /filters$/i });
    await expect(page.getByLabel(filter)).toBeVisible();
    await expect(toggle).toBeHidden();
    await page.setViewportSize({ width: 767, height: 700 });
    await expect(page.getByLabel(filter)).toBeHidden();
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByLabel(filter)).toBeVisible();
    await toggle.click();
    await expect(page.getByLabel(filter)).toBeHidden();
  }
});

test('statuses that are hidden at first show when they are asked for', async ({ page, site }) => {
  const { id: causeId } = await site.addCause();
  for (const status of ['Pending', 'Accepted', 'Rejected', 'Completed']) {
    const id = await site.addNomination(causeId, unique(`${status} one`));
    if (status === 'Accepted' || status === 'Completed') await site.accept(id);
    const params = { id };
    if (status === 'Rejected') {
      await site.call(updateNomination, { params, body: { isRejected: true, isAccepted: false } });
    }
    if (status === 'Completed') {
      await site.call(updateNomination, { params, body: { isCompleted: true } });
    }
  }
  await page.goto(`/admin/nominations?causeId=${causeId}`);
  const row = (status: string) => page.getByRole('row').filter({ hasText: `${status} one` });
  for (const status of ['Pending', 'Accepted']) await expect(row(status)).toContainText(status);
  for (const status of ['Rejected', 'Completed']) {
    await expect(row(status)).toHaveCount(0);
    await page.getByLabel(`Show ${status}`).check();
    await expect(row(status)).toBeVisible();
  }
  for (const status of ['Accepted', 'Pending']) {
    await page.getByLabel(`Show ${status}`).uncheck();
    await expect(row(status)).toHaveCount(0);
  }
  await expect(page).toHaveURL(/rejected=true&completed=true&accepted=false&pending=false$/);
});

test('the ID of a donation with nothing left is found among all of them', async ({
  page,
  site,
}) => {
  const { id: causeId } = await site.addCause();
  const donationId = await site.addDonation(causeId, 10_000);
  const nominationId = await site.addNomination(causeId, unique('Hidden'));
  await site.accept(nominationId);
  await site.allocate(donationId, nominationId, 10_000);
  await page.goto(`/admin/donations?id=${donationId}`);
  await expect(
    page.getByText('The other filters may hide the donation with this ID.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Look for it among all donations' }).click();
  await expect(page.getByRole('row').filter({ hasText: '$100.00' })).toHaveCount(1);
  await expect(page.getByLabel('ID', { exact: true })).toHaveValue(donationId);
  await page.goto('/admin/donations?id=pi_unknown&showFullyAllocated=true');
  await expect(page.getByText('This is not the ID of a donation.')).toBeVisible();
});
