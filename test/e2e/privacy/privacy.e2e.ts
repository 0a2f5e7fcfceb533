import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { unzipSync } from 'fflate';
import { nominationPath } from '#contract/admin-pages.ts';
import { createDonation } from '#contract/giving/donations.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import { createNomination } from '#contract/vetting/nominations.ts';
import { expectAccessible, openSignedIn, person, test, unique } from '#test/support/browser.ts';

test('an owner downloads what is stored about a donor, erases them, and finds nothing', async ({
  page,
  site,
  watched,
}) => {
  // The server refuses what is neither an address nor a reference.
  watched.allowErrors(/status of 400/);
  const { id: causeId } = await site.addCause();
  const lastName = unique('Vergissmeinnicht').replace(' ', '-');
  const donor = { ...person, lastName, email: `${lastName.toLowerCase()}@example.com` };
  const { url } = await site.call(createDonation, { body: { amount: 2_500, causeId, ...donor } });
  const outcome = new URLSearchParams({ outcome: 'paid' });
  await fetch(url, { method: 'POST', body: outcome, redirect: 'manual' });
  await openSignedIn(page, '/admin/privacy');
  await expect(page.getByRole('table', { name: 'What the next run removes' })).toBeVisible();
  await expectAccessible(page);
  const find = page.getByRole('button', { name: 'Find', exact: true });
  const who = page.getByLabel('Email address, ID of a donor or an offer of time');
  await who.fill('nobody');
  await find.click();
  await expect(
    page.getByText('Enter an email address, the ID of a donor or of an offer of time').first(),
  ).toBeVisible();
  await who.fill(donor.email);
  await find.click();
  await expect(page.getByText('Donations: 1', { exact: true })).toBeVisible();
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Everything' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^data-about-a-person-.*\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  expect(Buffer.from(files['about-you.html'] ?? '').toString()).toContain(lastName);

  await page.getByRole('button', { name: 'Erase This Person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase This Person' });
  await expect(
    dialog.getByText(/^Amounts, dates, causes, .*we have to account for every cent/),
  ).toBeVisible();
  await expectAccessible(page);
  // What is read again afterwards holds up nobody.
  const reading = Promise.withResolvers<void>();
  await page.route('**/api/privacy/people', async (route) => {
    await reading.promise;
    await route.continue();
  });
  await expect(dialog.getByRole('checkbox')).toBeChecked();
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(page.getByText('The person is erased.').first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByText('This person was erased. Nothing else is stored under'),
  ).toBeVisible();
  reading.resolve();
  await expect(page.getByText('This person was erased on')).toBeVisible();

  // A dialog that ends goes back in the history, which would cancel what the test opens next.
  await expect(page).toHaveURL(/\/admin\/privacy$/);
  await page.goto('/admin/donors');
  await page.getByLabel('Find a donor').fill(lastName);
  const rows = page.getByRole('table', { name: 'Donors' }).getByRole('row');
  await expect(rows.filter({ hasText: lastName })).toHaveCount(0);
  await page.getByLabel('Find a donor').fill('Erased donor');
  await expect(rows.nth(1)).toContainText('Erased');
  await expect(rows.nth(1)).not.toContainText('@');
});

test('about a nomination that was erased, nobody is asked to decide or to write', async ({
  page,
  site,
}) => {
  const { id: causeId } = await site.addCause();
  const nominee = unique('Left');
  const email = `${nominee.replaceAll(/\W/g, '-').toLowerCase()}@example.com`;
  const { id } = await site.call(createNomination, {
    body: { nominee, causeId, description: 'Needs help.', ...person, email },
  });
  await site.call(erasePerson, { body: { who: email } });
  await openSignedIn(page, nominationPath(id));
  const dialog = page.getByRole('dialog', { name: 'Manage Nomination' });
  await expect(dialog.getByText('The personal data of this nomination was erased')).toBeVisible();
  await expect(dialog).not.toContainText('erased.invalid');
  await expect(dialog.getByRole('link', { name: 'Open the Nomination' })).toBeVisible();
  for (const name of ['Accept', 'Reject', 'Write a Letter']) {
    await expect(dialog.getByRole('button', { name })).toHaveCount(0);
  }
  await expectAccessible(page);
});

test('the retention shows what it would remove, and is off until an owner says so', async ({
  page,
}) => {
  await openSignedIn(page, '/admin/privacy');
  await expect(page.getByText('Switched off: nothing is removed.')).toBeVisible();
  const table = page.getByRole('table', { name: 'What the next run removes' });
  await expect(table.getByRole('row', { name: /Declined and resting nominations/ })).toContainText(
    '1 year',
  );
  await page.getByRole('link', { name: 'Choose the periods, and switch it on' }).click();
  await expect(page.getByLabel('Old personal data is removed once a day')).not.toBeChecked();
  await page.getByLabel('Notes about donors: removed after').fill('soon');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Must be whole months').first()).toBeVisible();
});
