import { expect, type Page } from '@playwright/test';
import { requestDonorLink } from '#contract/publishing/donor-page.ts';
import {
  expectAccessible,
  expectTidy,
  fillInPerson,
  openSignedIn,
  person,
  type Site,
  test,
  unique,
} from '#test/support/browser.ts';
import { aProvenNeed } from '#test/support/proven-need.ts';

/** Donates with an offer of time, as a visitor does; returns the address. */
async function offerTime(page: Page, site: Site): Promise<string> {
  const cause = await site.addCause();
  const email = `${unique('volunteer').replaceAll(/\W/g, '-')}@example.com`;
  await page.goto(`/donate?cause=${cause.id}`);
  await page.getByLabel('Amount').fill('2500');
  await page.getByLabel('I am available to volunteer my time').check();
  await fillInPerson(page, email);
  await page.getByRole('button', { name: 'Continue to Payment Information' }).click();
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText('Thank You For Your Generosity!')).toBeVisible();
  return email;
}

test('from the donor’s form to hours on the page of a need, and thanks', async ({ page, site }) => {
  const need = await aProvenNeed(site);
  await page.goto(`/impact/${need.id}`);
  await expect(page.getByRole('heading', { name: 'Expenses' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Time given' })).toHaveCount(0);
  const email = await offerTime(page, site);

  await test.step('the offer waits on the desk, and is answered', async () => {
    await openSignedIn(page, '/admin');
    await page.getByRole('link', { name: /offers? of time$/ }).click();
    await expect(page).toHaveURL('/admin/volunteers?state=new&order=oldest');
    await page.getByLabel('Find a volunteer').fill(email);
    const rows = page.getByRole('table', { name: 'Volunteers' }).getByRole('row');
    // The header, and nobody else who offered time before.
    await expect(rows).toHaveCount(2);
    const row = rows.nth(1);
    await expect(row).toContainText('New');
    await expectTidy(page, 'the list of volunteers');
    await row.getByRole('link', { name: person.lastName }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(person.lastName);
    const thank = page.getByRole('button', { name: 'Thank by Email' });
    await expect(thank).toBeDisabled();
    await page.getByLabel('State').selectOption('Agreed');
    await page.getByLabel('Need').selectOption(need.id);
    await page.getByLabel('Notes').fill('Has a van.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved').first()).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'Agreed' })).toBeVisible();
  });

  const hours = page.getByRole('list', { name: 'Hours' }).getByRole('listitem');
  await test.step('hours are recorded, confirmed, and one is undone', async () => {
    const dialog = page.getByRole('dialog', { name: 'Record Hours' });
    const record = async (minutes: string, what: string, isConfirmed: boolean) => {
      await page.getByRole('button', { name: 'Record Hours' }).click();
      // A comma is no mistake that makes fifteen hours of one and a half.
      await dialog.getByLabel('Hours').fill('');
      await dialog.getByLabel('Hours').pressSequentially('1,5');
      await expect(dialog.getByLabel('Hours')).toHaveValue('1.5');
      await dialog.getByLabel('Hours').fill('1');
      await dialog.getByLabel('Minutes').fill(minutes);
      await dialog.getByLabel('What was done').fill(what);
      await dialog.getByLabel('I know that this was done').setChecked(isConfirmed);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Record Hours' }).click();
      await expect(dialog).toBeHidden();
    };
    await record('30', 'Carried the furnace', false);
    await expect(hours.first()).toContainText('not confirmed');
    await hours.first().getByRole('button', { name: 'Confirm 1 hour 30 minutes' }).click();
    await expect(hours.first()).toContainText('confirmed by Admin');
    await record('0', 'Typed twice', true);
    await hours
      .filter({ hasText: 'Typed twice' })
      .getByRole('button', { name: 'Undo 1 hour on' })
      .click();
    const undo = page.getByRole('dialog', { name: 'Undo Hours' });
    await undo.getByLabel('Reason').fill('The same again');
    await undo.getByRole('button', { name: 'Undo' }).click();
    await expect(undo).toBeHidden();
    await expect(hours.filter({ hasText: 'Typed twice' })).toContainText(': The same again');
    await expect(page.getByText('1 hour 30 minutes confirmed')).toBeVisible();
  });

  await test.step('the thanks name what was done, and are sent', async () => {
    await page.getByRole('button', { name: 'Thank by Email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Thank by Email' });
    const text = dialog.getByLabel('Text');
    await expect(text).toHaveValue(/1 hour 30 minutes: Carried the furnace/);
    await expect(text).not.toHaveValue(/Typed twice/);
    await text.fill('Thank you for carrying the furnace.');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    const mail = dialog.frameLocator('iframe[title="The email"]');
    await expect(mail.getByText('Thank you for carrying the furnace.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('list', { name: 'Thanks' })).toContainText('carrying the furnace');
    const sent = await site.inbox.waitFor(email, 'Thank you for your time');
    expect(sent.text).toContain('Thank you for carrying the furnace.');
    await page.getByRole('button', { name: 'Thank by Email' }).click();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByText('Say that this is what you want')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expectTidy(page, 'the page of a volunteer');
  });

  await test.step('everybody sees how much time was given, and nobody who', async () => {
    await page.goto(`/impact/${need.id}`);
    await expect(page.getByText('People gave their time, too: 1 hour 30 minutes')).toBeVisible();
    await expect(page.locator('body')).not.toContainText(person.lastName);
    await expect(page.locator('body')).not.toContainText('furnace for');
    await page.goto('/impact');
    await expect(page.getByRole('heading', { name: 'Time given' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the donor’s own page shows hours and thanks', async () => {
    await site.call(requestDonorLink, { body: { email } });
    const { text = '' } = await site.inbox.waitFor(email, 'Your link to all of your donations');
    await page.goto(/\/my-gifts#[\w-]+/.exec(text)?.[0] ?? '');
    await expect(page.getByRole('list', { name: 'Your hours' })).toContainText(
      'Carried the furnace',
    );
    await expect(page.getByText('Thank you for carrying the furnace.')).toBeVisible();
    await expectTidy(page, 'the donor’s page');
  });
});

test('somebody who calls is entered by hand, and corrected', async ({ page, watched }) => {
  const lastName = unique('Caller').replaceAll(' ', '-');
  watched.allowErrors(/status of 400/);
  await openSignedIn(page, '/admin/volunteers');
  await page.getByRole('button', { name: 'Enter an Offer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter an Offer of Time' });
  await dialog.getByLabel('First Name').fill('Rosa');
  await dialog.getByLabel('Last Name').fill(lastName);
  await dialog.getByRole('button', { name: 'Add Offer' }).click();
  await expect(dialog.getByText('Enter an email address or a phone number')).toBeVisible();
  await dialog.getByLabel('Phone Number').fill('555-0188');
  await expectTidy(page, 'the dialog for an offer');
  await dialog.getByRole('button', { name: 'Add Offer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName);
  await expect(page.getByText('The offer of time was added')).toBeVisible();
  await page.getByRole('button', { name: 'Correct Name or Contact' }).click();
  const correct = page.getByRole('dialog', { name: 'Correct Name or Contact' });
  await correct.getByLabel('Phone Number').fill('555-0189');
  await correct.getByRole('button', { name: 'Save Changes' }).click();
  await expect(correct).toBeHidden();
  await expect(page.getByRole('link', { name: '555-0189' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Volunteers' }).click();
  await page.getByLabel('Find a volunteer').fill('555-0189');
  await expect(page).toHaveURL(/555-0189/);
  await page.getByRole('row').filter({ hasText: lastName }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName);
  // Back to what was looked for.
  await page.getByRole('link', { name: 'Back to Volunteers' }).click();
  await expect(page.getByLabel('Find a volunteer')).toHaveValue('555-0189');
});
