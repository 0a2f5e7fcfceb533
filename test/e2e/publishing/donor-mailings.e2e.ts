import { expect } from '@playwright/test';
import { expectAccessible, expectTidy, openSignedIn, test, unique } from '#test/support/browser.ts';

test('selected donors are emailed with a look first, and it is stopped before it leaves', async ({
  page,
  site,
}) => {
  const { id: causeId } = await site.addCause();
  const email = `${unique('donor').replaceAll(/\W/g, '-')}@example.com`;
  await site.addDonation(causeId, 1_000, email);
  await openSignedIn(page, `/admin/donors?search=${email}`);
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .click();
  await page.getByRole('button', { name: 'Email', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Email the Selected Donors' });
  const subject = unique('Thank you');
  await dialog.getByLabel('Subject').fill(subject);
  await dialog.getByLabel('Text').fill('Dear {firstname},');
  await expect(dialog.getByText('{firstname} is no place for a name.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send Me a Test' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Send to 1 donor' }).click();
  await expect(dialog.getByText('{firstname} is no place for a name.')).toBeVisible();
  await dialog.getByLabel('Text').fill('Dear {first name},\n\nYou helped.');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).not.toContainText('{first name}');
  await expectTidy(page, 'an email to donors', [375, 1440]);
  await dialog.getByRole('button', { name: 'Send Me a Test' }).click();
  await expect(page.getByText('A test is on its way to')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send to 1 donor' }).click();
  await expect(dialog.getByText('1 donor gets it at')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: 'Emails to several donors' }).click();
  const row = page.getByRole('row').filter({ hasText: subject });
  await expect(row).toContainText('Leaves at');
  await expectAccessible(page);
  await row.getByRole('button', { name: `Stop ${subject}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect(row).toContainText('Stopped before anybody got it');
});
