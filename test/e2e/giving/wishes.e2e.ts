import { expect, type Page } from '@playwright/test';
import {
  expectAccessible,
  expectFit,
  expectTableToFit,
  expectTidy,
  fillInPerson,
  openSignedIn,
  type Site,
  test,
  unique,
} from '#test/support/browser.ts';

const wishes = 'Dedicate this donation, stay anonymous, or tell us about your employer';

/** Fills in the donation form up to what a donor wishes, which is opened. */
async function beginDonation(page: Page, site: Site): Promise<{ email: string; cause: string }> {
  const { name: cause } = await site.addCause();
  const email = `${unique('wishes').replaceAll(/\W/g, '-')}@example.com`;
  await page.goto('/donate');
  await page.getByLabel('Amount').pressSequentially('2500');
  await page.getByLabel('Cause').selectOption(cause);
  await fillInPerson(page, email);
  await page.getByText(wishes).click();
  return { email, cause };
}

/** Pays, and opens the private link in the receipt. */
async function payAndOpen(page: Page, site: Site, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue to Payment Information' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('$25.00');
  await openGift(page, site, email);
}

async function openGift(page: Page, site: Site, email: string): Promise<void> {
  const { text = '' } = await site.inbox.waitFor(email, 'Thank you for your donation of $25.00');
  await page.goto(/\/gift#[\w-]+/.exec(text)?.[0] ?? '');
}

test('a donor dedicates a donation, corrects it, and takes it back', async ({ page, site }) => {
  const { email, cause } = await beginDonation(page, site);
  const honoree = unique('Ada');
  await page.getByLabel('Dedication', { exact: true }).selectOption('In memory of somebody');
  await page.getByLabel('Who should we tell?').fill('Ben');
  await page.getByRole('button', { name: 'Continue to Payment Information' }).click();
  await expect(page.getByLabel('Their name')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Their name').fill(honoree);
  await page.getByLabel('Where we reach them by email').fill('ben@example.com');
  await page.getByLabel('Your message to them').fill('She would have liked it.');
  await page.getByLabel('Tell them my name').check();
  await expectAccessible(page);
  await payAndOpen(page, site, email);

  const main = page.getByRole('main');
  await expect(main).toContainText(`Your donation is in memory of ${honoree}. We tell Ben on`);
  await page.getByText('Change or take back the dedication').click();
  await expect(page.getByLabel('Your message to them')).toHaveValue('She would have liked it.');
  await page.getByLabel('Their name').fill(`${honoree} Lovelace`);
  await page.getByRole('button', { name: 'Save the dedication' }).click();
  await expect(main).toContainText(`in memory of ${honoree} Lovelace. We tell Ben on`);
  await expectTidy(page, 'a dedication', [320, 1440]);

  await openSignedIn(page, '/admin/donations');
  const row = page.getByRole('row').filter({ hasText: cause });
  await row.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('dialog')).toContainText(`In memory of ${honoree} Lovelace.`);

  await openGift(page, site, email);
  await page.getByText('Change or take back the dedication').click();
  await page.getByLabel('Dedication', { exact: true }).selectOption('No dedication');
  await page.getByRole('button', { name: 'Save the dedication' }).click();
  await expect(page.getByText('Dedicate this donation to somebody')).toBeVisible();
  await page.reload();
  await expect(main).not.toContainText(honoree);
});

test('a public comment is shown once the team approves it, and not while its donor is anonymous', async ({
  page,
  site,
}) => {
  const { email } = await beginDonation(page, site);
  const comment = unique('Nobody should freeze');
  await page.getByLabel('Public comment').fill(comment);
  await page.getByRole('button', { name: 'Continue to Payment Information' }).click();
  await expect(page.getByText('Please agree, or leave the comment empty')).toBeVisible();
  await page.getByLabel('You may publish my comment').check();
  await payAndOpen(page, site, email);
  const main = page.getByRole('main');
  await expect(main).toContainText('Our team has not read it yet');
  const gift = await page.context().newPage();
  await gift.goto('/impact');
  await expect(gift.getByRole('main')).not.toContainText(comment);

  await openSignedIn(gift, '/admin/comments');
  const row = gift.getByRole('row').filter({ hasText: comment });
  await expect(row).toContainText('Grace');
  await expectAccessible(gift);
  await row.getByRole('button', { name: 'Approve' }).click();
  await expect(row).toContainText('Shown');
  await expect(row.getByRole('button', { name: /^Take Back the comment/ })).toBeVisible();
  await gift.goto('/impact');
  await expect(gift.getByRole('main')).toContainText(comment);
  await expect(gift.getByRole('main')).not.toContainText('Hopper');
  await expectAccessible(gift);

  await page.getByLabel('Keep this donation anonymous').check();
  await expect(main).toContainText('It is not shown while your donation is anonymous.');
  await gift.reload();
  await expect(gift.getByRole('main')).not.toContainText(comment);
});

test('an anonymous donor is named with a mark to the team, and their employer is expected to match', async ({
  page,
  site,
}) => {
  const { email, cause } = await beginDonation(page, site);
  const employer = unique('Analytical Engines');
  await page.getByLabel('Keep my donation anonymous').check();
  await page.getByLabel('Your employer').fill(employer);
  await payAndOpen(page, site, email);
  const main = page.getByRole('main');
  await expect(main).toContainText(`${employer}: We have not asked yet.`);
  await expect(page.getByLabel('Keep this donation anonymous')).toBeChecked();
  await expect(main).toContainText('An anonymous donation has no public comment.');

  await openSignedIn(page, '/admin/donations');
  const row = page.getByRole('row').filter({ hasText: cause });
  await row.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('dialog')).toContainText('Anonymous');
  await page.goto('/admin/expected-donations');
  const expected = page.getByRole('row').filter({ hasText: employer });
  await expect(expected).toContainText('Anonymous');
  await expectAccessible(page);
  for (const width of [820, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await expectTableToFit(page, 'Expected donations');
  }

  const edit = expected.getByRole('button', { name: `Edit what is expected of ${employer}` });
  await edit.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Expected amount').fill('9');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(edit).toBeFocused();
  await edit.click();
  await dialog.getByLabel('Expected amount').fill('25');
  await dialog.getByLabel('Note').fill('Pays in June');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(expected).toContainText('$25.00');
  await expect(expected).toContainText('Pays in June');

  const { id: causeId } = await site.addCause();
  const paid = await site.addDonation(
    causeId,
    2_500,
    `${unique('analytical').replaceAll(/\W/g, '-')}@example.com`,
  );
  await expected.getByRole('button', { name: `Paid by ${employer}` }).click();
  const choice = dialog.getByRole('radio', { name: 'Grace Hopper, $25.00' }).first();
  await expect(choice).toHaveAccessibleDescription(/Same amount\. Similar name\./);
  await dialog.getByRole('button', { name: 'Link the Donation' }).click();
  await expect(dialog).toContainText('Choose a donation');
  await dialog.getByLabel('Find a donation').fill(paid);
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await choice.check();
  await expectAccessible(page);
  await expectFit(page);
  await dialog.getByRole('button', { name: 'Link the Donation' }).click();
  await expect(dialog).toBeHidden();
  await expect(expected).toContainText('Paid');
});
