import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createDonation } from '#contract/giving/donations.ts';
import { formatDay, isoDayOf } from '#core/platform/dates.ts';
import {
  expectAccessible,
  expectTidy,
  openSignedIn,
  person,
  type Site,
  test,
  unique,
} from '#test/support/browser.ts';

test.use({ changesSettings: true });

/** Somebody who donated; nobody else has their address. */
async function aDonor(site: Site) {
  const { id: causeId } = await site.addCause();
  const email = `${unique('quill').replace(' ', '-')}@example.com`;
  const { url } = await site.call(createDonation, {
    body: { amount: 2_500, causeId, ...person, email },
  });
  const body = new URLSearchParams({ outcome: 'paid' });
  await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return { email };
}

/** Presses a button, and returns the beginning of the file that the browser saves. */
async function savedBy(page: Page, button: string): Promise<{ name: string; begin: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), begin: bytes.subarray(0, 5).toString() };
}

test('an owner is told what receipts of a country lack, sees a sample, and the form asks for the address', async ({
  page,
}) => {
  await openSignedIn(page, '/admin/settings/receipts');
  await page.getByLabel('Receipts', { exact: true }).selectOption({ label: 'Canada' });
  await page.getByLabel('Legal name').fill('Helping Hands');
  await page.getByLabel('Address of the charity').fill('1 Main Street\nOttawa');
  await page.getByLabel('Tax or registration number').fill('12345 6789 RR0001');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Required', { exact: true })).toHaveCount(2);
  await expectAccessible(page);
  await page.getByLabel('Place of issue').fill('Ottawa');
  await page.getByLabel('Name of whoever signs').fill('Grace Hopper');
  const sample = await savedBy(page, 'Save a Sample Receipt');
  expect(sample).toEqual({ name: 'sample-receipt.pdf', begin: '%PDF-' });
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  // What another country asks for is not there, and keeps its value.
  const country = page.getByLabel('Receipts', { exact: true });
  await country.selectOption({ label: 'United States' });
  for (const name of ['Legal status', 'Purpose', 'Place of issue']) {
    await expect(page.getByLabel(name)).toBeHidden();
  }
  await country.selectOption({ label: 'Canada' });
  await expect(page.getByLabel('Place of issue')).toHaveValue('Ottawa');

  await page.goto('/donate');
  await expect(page.getByLabel('Postal Address')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/admin/receipts');
  await expect(page.getByText('No receipt was issued.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('State').selectOption({ label: 'Void' });
  await expect(page.getByText('No receipt is like this.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all receipts' }).click();
  await expect(page.getByText('No receipt was issued.')).toBeVisible();
});

test('a donation of test money says why it has no receipt, and what its donor got in return', async ({
  page,
  site,
}) => {
  const { id: causeId } = await site.addCause();
  const id = await site.addDonation(causeId, 10_000);
  await openSignedIn(page, `/admin/donations?manage=${id}`);
  const donation = page.getByRole('dialog', { name: 'Manage Donation' });
  await expect(donation.getByText(/test money|No receipts for taxes/)).toBeVisible();
  await donation.getByRole('button', { name: 'Goods in Return' }).click();
  const form = page.getByRole('dialog', { name: 'Goods in Return' });
  await form.getByLabel('What it was').fill('A dinner for two');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/Enter|Required/)).toBeVisible();
  await form.getByLabel('Fair value').fill('80');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(
    donation.getByText('Given in return: A dinner for two, worth $80.00.'),
  ).toBeVisible();
});

test('statements go to donors with one press, and open from the email and from their page', async ({
  page,
  site,
  watched,
}) => {
  // The invented link, and the form that asks for another one right away.
  watched.allowErrors(/status of 400/);
  const donor = await aDonor(site);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const today = isoDayOf(new Date(), timeZone);
  const year = Number(today.slice(0, 4));
  await openSignedIn(page, '/admin/receipts');
  await page.getByRole('main').getByRole('link', { name: 'Statements' }).click();
  await page.getByRole('button', { name: 'Email Statements' }).click();
  const dialog = page.getByRole('dialog', { name: 'Email Statements' });
  await dialog.getByLabel('First day').fill(`${year + 1}-01-01`);
  await dialog.getByLabel('Last day').fill(`${year}-12-31`);
  await dialog.getByRole('button', { name: 'Email Statements' }).click();
  await expect(dialog.getByText('Must not be before the first day')).toBeVisible();
  await dialog.getByLabel('First day').fill(`${year - 1}-01-01`);
  await dialog.getByLabel('Last day').fill(`${year + 1}-12-31`);
  await dialog.getByRole('button', { name: 'Email Statements' }).click();
  await expect(dialog.getByText('Must not be in the future')).toBeVisible();
  await dialog.getByLabel('Last day').fill(today);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Email Statements' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('table', { name: 'Statements by email' })).toContainText(
    `01/01/${year - 1} to ${formatDay(today)}`,
  );

  // For other days, the team has to say what becomes of whoever had one.
  await page.getByRole('button', { name: 'Email Statements' }).click();
  await dialog.getByLabel('First day').fill(`${year}-01-01`);
  await dialog.getByLabel('Last day').fill(today);
  await expect(
    // Other tests may have donated to the same site.
    dialog.getByText(/^\d+ of \d+ donors? had a statement with some of these days before:$/),
  ).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText(
    new RegExp(`^01/01/${year - 1} to ${formatDay(today)}, emailed to \\d+ of them on `),
  );
  await dialog.getByRole('button', { name: 'Email Statements' }).click();
  await expect(dialog.getByText('Choose who gets one')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Email them as well').check();
  await dialog.getByRole('button', { name: 'Email Statements' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('table', { name: 'Statements by email' })).toContainText(
    `01/01/${year} to ${formatDay(today)}`,
  );

  const mail = await site.inbox.waitFor(donor.email, 'The statement of your donations');
  const link = /\/my-statement#[\w-]+/.exec(mail.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your Statement' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Your donations' })).toContainText('$25.00');
  await expectTidy(page, 'a statement');
  const saved = await savedBy(page, 'Save as a PDF file');
  expect(saved).toEqual({
    name: `statement-${year - 1}-01-01-${today}.pdf`,
    begin: '%PDF-',
  });

  await page.goto('/my-statement#invented');
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await page.getByRole('link', { name: 'Email me the link to my donations' }).click();
  await page.getByLabel('Email Address').fill(donor.email);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  const second = await site.inbox.waitFor(donor.email, 'link to all of your donations');
  await page.goto(/\/my-gifts#[\w-]+/.exec(second.text ?? '')?.[0] ?? '');
  await expect(page.getByRole('heading', { name: 'Your Statement' })).toBeVisible();
  await expectAccessible(page);
  expect((await savedBy(page, 'Save the statement')).begin).toBe('%PDF-');
});
