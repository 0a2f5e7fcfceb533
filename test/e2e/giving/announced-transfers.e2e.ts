import { type BrowserContext, expect, type Page } from '@playwright/test';
import { anAccountNumber, type BankStoryLine, camt } from '#test/support/bank-files.ts';
import { expectTidy, openSignedIn, test, unique } from '#test/support/browser.ts';

test.use({ changesSettings: true });

async function offer(page: Page): Promise<void> {
  await openSignedIn(page, '/admin/settings/bank-transfers');
  await page.getByLabel('Donors can donate by bank transfer').check();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Required').first()).toBeVisible();
  await page
    .getByLabel('Where donors transfer money to')
    .fill('Everycent\nIBAN GB33 BUKB 2020 1555 5555 55');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Saved').first()).toBeVisible();
}

/** Fills in the form of a donor; returns the reference that the next page shows. */
async function announce(context: BrowserContext, cause: string, lastName: string) {
  const page = await context.newPage();
  await page.goto('/donate');
  await page.getByRole('link', { name: 'Donate by bank transfer' }).click();
  await expectTidy(page, 'announcing a transfer');
  await page.getByRole('button', { name: 'Show Bank Details' }).click();
  await expect(page.getByText('Required').first()).toBeVisible();
  await page.getByLabel('Amount').fill('4000');
  await page.getByLabel('Cause').selectOption(cause);
  await page.getByLabel('First Name').fill('Tess');
  await page.getByLabel('Last Name').fill(lastName);
  await page.getByLabel('Email Address').fill(`${lastName.replaceAll(/\W/g, '-')}@example.com`);
  await page.getByRole('button', { name: 'Show Bank Details' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Bank Transfer');
  // On a trial, nobody shall pay real money to a real account.
  await expect(page.getByText('Please do not transfer any money.')).toBeVisible();
  await expect(page.getByText('IBAN GB33 BUKB 2020 1555 5555 55')).toBeHidden();
  const reference = await page.getByText(/^EC-[A-Z0-9]{4}-[A-Z0-9]{3}$/).innerText();
  await expect(page.getByRole('main')).toContainText('$40.00');
  await expect(page.getByRole('main')).toContainText(cause);
  await expectTidy(page, 'a reference');
  await page.close();
  return reference;
}

/** Imports a statement with one line into an account of its own. */
async function arrive(page: Page, line: BankStoryLine): Promise<void> {
  await openSignedIn(page, '/admin/bank');
  await page.getByRole('button', { name: 'Add Bank Account' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Bank Account' });
  await adding.getByLabel('Name').fill(unique('Account'));
  await adding.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Import Statements' }).click();
  const story = { account: anAccountNumber(), openingCents: 0, lines: [line] };
  await page.locator('input[type="file"]').setInputFiles({
    name: 'january.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(camt(story)),
  });
  const importing = page.getByRole('dialog', { name: 'Import Statements' });
  await importing.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText(/1 line/).first()).toBeVisible();
}

test('a transfer that a donor announced becomes a donation by its line of the bank', async ({
  page,
  site,
  elsewhere,
}) => {
  test.slow();
  const cause = await site.addCause();
  await offer(page);
  const lastName = unique('Transfer');
  const reference = await announce(elsewhere, cause.name, lastName);

  await openSignedIn(page, '/admin/bank/expected');
  const announced = page.getByRole('row', { name: new RegExp(reference) });
  await expect(page.getByRole('columnheader', { name: 'Received' })).toBeVisible();
  await expect(announced).toContainText('Not yet');
  await expect(announced).toContainText(lastName);
  await expectTidy(page, 'announced transfers');

  await arrive(page, { day: '2026-01-05', cents: 4_000, text: reference.replaceAll('-', ' ') });

  await openSignedIn(page, '/admin/bank/lines');
  await expect(page.getByText(`Announced by Tess ${lastName} (${reference})`)).toBeVisible();
  await expectTidy(page, 'a line with a reference');
  await page.getByRole('button', { name: /^Enter \d+ Transfers?$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bank transfers, 01/05/2026');
  await expect(page.getByLabel('Amount, line 1')).toHaveValue('40.00');
  await expect(page.getByLabel('Amount, line 1')).toHaveAttribute('readonly');
  await expect(page.getByLabel('Last name, line 1')).toHaveValue(lastName);
  await expect(page.getByLabel('Amount, line 2')).toBeHidden();
  await expectTidy(page, 'a deposit from the bank');
  await page.getByRole('button', { name: 'Save and Close' }).click();
  await page.getByRole('button', { name: 'Confirm Deposit' }).click();
  await expect(page.getByText('Confirmed. The lines are donations now.')).toBeVisible();

  await openSignedIn(page, '/admin/bank/lines');
  await expect(page.getByText(`Donation of Tess ${lastName}`)).toBeVisible();
  await page.getByRole('button', { name: /^Accept \d+ Proposals?$/ }).click();
  await expect(page.getByText(`Donation of Tess ${lastName}`)).toBeHidden();
});

test('a transfer that nobody announced is entered into a deposit from its line', async ({
  page,
  site,
}) => {
  const cause = await site.addCause();
  const donor = unique('ANNA Schmidt').replace(/ (?=\S*$)/, '-');
  await arrive(page, { day: '2026-02-05', cents: 2_500, text: 'For you', name: donor });
  await openSignedIn(page, '/admin/bank/lines');
  await page.getByRole('link', { name: donor }).click();
  const dialog = page.getByRole('dialog', { name: 'Bank Line' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: donor }).click();
  const choices = dialog.getByLabel('Matched with').getByRole('option');
  await expect(choices.last()).toHaveText('Bank fee');
  await dialog.getByRole('button', { name: 'Enter Into a Deposit' }).click();
  await expect(dialog.getByText('Choose a cause', { exact: true }).last()).toBeVisible();
  await expectTidy(page, 'entering a line of the bank');
  await dialog.getByLabel('Cause').selectOption(cause.name);
  await dialog.getByRole('button', { name: 'Enter Into a Deposit' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bank transfers, 02/05/2026');
  await expect(page.getByLabel('First name, line 1')).toHaveValue('ANNA');
  await expect(page.getByLabel('Last name, line 1')).toHaveValue(donor.slice('ANNA '.length));
  await expect(page.getByLabel('Cause, line 1')).toHaveValue(cause.id);
  await page.getByRole('button', { name: 'Save and Close' }).click();
  await page.getByRole('button', { name: 'Confirm Deposit' }).click();
  await expect(page.getByText('Confirmed. The lines are donations now.')).toBeVisible();
  await openSignedIn(page, '/admin/bank/lines');
  await expect(page.getByText(`Donation of ${donor}`)).toBeVisible();
});
