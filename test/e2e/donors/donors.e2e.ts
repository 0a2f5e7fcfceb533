import { expect } from '@playwright/test';
import { createDonation } from '#contract/giving/donations.ts';
import {
  expectAccessible,
  openSignedIn,
  person,
  type Site,
  test,
  unique,
} from '#test/support/browser.ts';

/** Somebody who donated; their last name is found nowhere else. */
async function aDonor(site: Site, amount = 2_500) {
  const { id: causeId } = await site.addCause();
  const lastName = unique('Quill').replace(' ', '-');
  const donor = { ...person, lastName, email: `${lastName.toLowerCase()}@example.com` };
  const { url } = await site.call(createDonation, { body: { amount, causeId, ...donor } });
  const body = new URLSearchParams({ outcome: 'paid' });
  await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return donor;
}

test('a donor is found by part of the name, and the receipt goes to the corrected address', async ({
  page,
  site,
}) => {
  const donor = await aDonor(site);
  await openSignedIn(page, '/admin/donors');
  await page.getByLabel('Find a donor').fill(donor.lastName.slice(2));
  const row = page.getByRole('table', { name: 'Donors' }).getByRole('row').nth(1);
  await expect(row).toContainText(donor.email);
  await expectAccessible(page);
  await row.getByRole('link', { name: donor.lastName }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(donor.lastName);
  await expect(page.getByRole('table', { name: 'Email to this donor' })).toContainText(donor.email);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Correct Name or Address' }).click();
  const form = page.getByRole('dialog', { name: 'Correct Name or Address' });
  const email = `new-${donor.email}`;
  await form.getByLabel('Email Address').fill(email);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();
  await expect(
    page.getByText(`${donor.firstName} ${donor.lastName}, ${donor.email}`, { exact: true }),
  ).toBeVisible();

  await page.getByRole('table', { name: 'Donations of this donor' }).getByRole('link').click();
  const donation = page.getByRole('dialog', { name: 'Manage Donation' });
  await expect(donation).toContainText(email);
  await donation.getByRole('button', { name: 'Send the Receipt Again' }).click();
  const question = page.getByRole('dialog', { name: 'Send the Receipt Again' });
  await expect(question).toContainText(email);
  await question.getByRole('button', { name: 'Send' }).click();
  await site.inbox.waitFor(email, 'Thank you for your donation of $25.00');

  // The former address hears of it, and has it stopped without signing in.
  const { text = '' } = await site.inbox.waitFor(donor.email, 'was changed');
  await page.goto(/\S*address-change\/stop#\S+/.exec(text)?.[0] ?? '');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop the change' }).click();
  await expect(page.getByText('Everything is as it was before')).toBeVisible();
});

test('two records are joined after what moves was shown', async ({ page, site }) => {
  const [kept, joined] = [await aDonor(site, 2_500), await aDonor(site, 4_000)];
  await openSignedIn(page, `/admin/donors?search=${kept.lastName}`);
  await page.getByRole('link', { name: kept.lastName }).click();
  await page.getByRole('button', { name: 'Join with Another Record' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join Two Records' });
  await dialog.getByLabel('Find a donor').fill(joined.email);
  await dialog
    .getByRole('button', { name: `Choose ${joined.firstName} ${joined.lastName}` })
    .click();
  await expect(dialog).toContainText(
    `1 donation of $40.00 of ${joined.firstName} ${joined.lastName}`,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Join Records' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 donations. Open one')).toBeVisible();
  await expect(page.getByText('$65.00')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show them in Manage Donations' }).click();
  await expect(page.getByText(`Donations of ${kept.firstName} ${kept.lastName}`)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Donations' }).getByRole('row')).toHaveCount(3);
  await page.getByLabel('Order').selectOption('Largest first');
  await expect(page.getByRole('row').nth(1)).toContainText('$40.00');

  await page.goto(`/admin/donors?search=${kept.lastName}`);
  await page.getByRole('link', { name: kept.lastName }).click();
  const changes = page.getByRole('list', { name: 'Corrections and joins' });
  await expect(changes).toContainText(
    `Joined with ${joined.firstName} ${joined.lastName}, ${joined.email}`,
  );
  await changes.getByRole('button', { name: 'Take Back' }).click();
  const question = page.getByRole('dialog', { name: 'Take Back a Join' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Take Back' }).click();
  await expect(page.getByText('1 donation. Open it')).toBeVisible();
  await expect(changes).toBeHidden();
});

test('a note is added, corrected, and removed', async ({ page, site }) => {
  const donor = await aDonor(site);
  await openSignedIn(page, `/admin/donors?search=${donor.lastName}`);
  await page.getByRole('link', { name: donor.lastName }).click();
  // The page has an address of its own.
  await page.reload();
  await page.getByRole('textbox', { name: 'Note' }).fill('Prefers a call.');
  await page.getByRole('button', { name: 'Add Note' }).click();
  const note = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await expect(note).toContainText('Prefers a call.');
  await note.getByRole('button', { name: 'Correct' }).click();
  await note.getByRole('textbox', { name: 'Note' }).fill('Prefers a letter.');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note).toContainText('Prefers a letter.');
  await expect(note).toContainText('corrected');
  await expectAccessible(page);
  await note.getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: 'Remove Note' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('There are no notes about this donor.')).toBeVisible();
});
