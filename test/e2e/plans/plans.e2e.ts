import { expect, type Page } from '@playwright/test';
import { createDonation } from '#contract/giving/donations.ts';
import { getSettings, saveSettings } from '#contract/operations/settings.ts';
import { addMonths } from '#core/plans/plans.ts';
import { isoDayOf } from '#core/platform/dates.ts';
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

test.use({ changesSettings: true });
const inTwoMonths = addMonths(isoDayOf(new Date(), 'UTC'), 2);
const anAddress = () => `${unique('monthly').replaceAll(/\W/g, '-')}@example.com`;

async function offerCover(site: Site): Promise<void> {
  const settings = await site.call(getSettings, {});
  const cardCosts = { basisPoints: 290, fixedCents: 30, isCoverOffered: true };
  await site.call(saveSettings, { body: { ...settings, cardCosts } });
}

/** The address of a recurring donation in the newest mail with a subject, of which there are this many by then. */
async function planLinkIn(site: Site, address: string, subject: string, count = 1) {
  const { text = '' } = await site.inbox.until(
    address,
    `${count} mails about "${subject}"`,
    (mails) => mails.filter((mail) => mail.subject?.includes(subject))[count - 1],
  );
  return /http\S+\/my-plan#\S+/.exec(text)?.[0] ?? '';
}

/** Asks for a link that can change a recurring donation, on its page, and opens it. */
async function openChangeLink(page: Page, site: Site, address: string, count: number) {
  await page.getByRole('button', { name: 'Email me a link to change it' }).click();
  const subject = 'Your link to change your recurring donation';
  const link = await planLinkIn(site, address, subject, count);
  // The same page with another secret is no other document.
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText('With this link, you can make one change')).toBeVisible();
}

test('a donor adds card costs each month, sees every new total, pauses, and stops', async ({
  page,
  site,
}) => {
  test.slow();
  await offerCover(site);
  const cause = await site.addCause();
  const address = anAddress();
  await page.goto(`/donate?cause=${cause.id}`);
  await page.getByLabel('Amount').fill('2500');
  await page.getByLabel('Monthly').check();
  await page.getByLabel('Add $1.06 to each payment so that card costs are covered').check();
  await fillInPerson(page, address);
  await page.getByRole('button', { name: 'Continue to Payment Information' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page).toHaveURL(/status=success/);
  await expect(page.getByRole('main')).toContainText('It is charged again every month');
  await expectTidy(page, 'thanks for a recurring donation');

  const receipt = 'Thank you for your monthly donation of $25.00';
  await page.goto(await planLinkIn(site, address, receipt));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Recurring Donation');
  await expect(page.getByRole('main')).toContainText(
    `$25.00 every month to ${cause.name}, and $1.06 for card costs: $26.06 each time.`,
  );
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden();
  await page.getByLabel('New amount').fill('2600');
  await page.getByRole('button', { name: 'Lower the amount' }).click();
  await expect(page.getByText('Must be at least $1.00, and less than $25.00')).toBeVisible();
  await expectTidy(page, 'a recurring donation');

  await openChangeLink(page, site, address, 1);
  const total = page.getByText(/^From the next payment on, /);
  await expect(total).toHaveText(
    'From the next payment on, $26.06 is charged: $25.00 for the cause, and $1.06 for card costs.',
  );
  // Like in the form that it began with.
  await page.getByLabel('Amount').fill('5000');
  await expect(total).toContainText('$51.81 is charged: $50.00 for the cause, and $1.81');
  await expectTidy(page, 'changing a recurring donation');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Your recurring donation was changed.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('$50.00 every month');
  await expect(page.getByRole('main')).toContainText('$51.81 each time');
  // One link, one change.
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden();

  await openChangeLink(page, site, address, 2);
  await page.getByLabel('Pause until').fill(inTwoMonths);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText('Your recurring donation is paused.')).toBeVisible();
  await expect(page.getByText('Paused until', { exact: true })).toBeVisible();
  await expect(page.getByText(/ending in \d{4}, expires \d\d\/\d{4}$/)).toBeVisible();
  await expectTidy(page, 'a paused recurring donation');

  await page.goto('/my-gifts');
  await page.getByLabel('Email Address').fill(address);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  const mail = await site.inbox.waitFor(address, 'Your link to all of your donations');
  await page.goto(/http\S+\/my-gifts#\S+/.exec(mail.text ?? '')?.[0] ?? '');
  const own = page.getByRole('list', { name: 'Your recurring donations' });
  await expect(own).toContainText(
    `$50.00 every month${cause.name}, and $1.81 for card costsPaused until`,
  );
  await expectTidy(page, 'all donations of somebody with a recurring one');
  await own.getByRole('button', { name: 'See or change it' }).click();

  await page.getByRole('button', { name: 'Stop my recurring donation' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Stop my recurring donation' }).click();
  await page.getByRole('button', { name: 'Yes, stop it now' }).click();
  await expect(page.getByText(/^It ended on .* You owe us nothing\.$/)).toBeVisible();
  await expectTidy(page, 'a recurring donation that has ended');
});

test('the team lowers, pauses, resumes, moves, and stops a recurring donation, and its donor is told', async ({
  page,
  site,
}) => {
  test.slow();
  await offerCover(site);
  const [cause, other] = [await site.addCause(), await site.addCause()];
  const email = anAddress();
  const lastName = unique('Steady').replace(' ', '-');
  const body = { amount: 2_500, cover: 106, interval: 'monthly' as const, causeId: cause.id };
  const donor = { ...person, email, lastName };
  const { url } = await site.call(createDonation, { body: { ...body, ...donor } });
  const paid = new URLSearchParams({ outcome: 'paid' });
  await fetch(url, { method: 'POST', body: paid, redirect: 'manual' });

  await openSignedIn(page, `/admin/plans?causeId=${cause.id}`);
  const row = page.getByRole('table', { name: 'Recurring donations' }).getByRole('row').nth(1);
  await expect(row).toContainText(lastName);
  await expectTidy(page, 'the list of recurring donations');
  await row.getByRole('link', { name: '$25.00 every month' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('Added for Card Costs');
  await expectTidy(page, 'one recurring donation');

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await press('Lower the Amount');
  await dialog('Lower the Amount').getByLabel('New amount').fill('25');
  await dialog('Lower the Amount').getByRole('button', { name: 'Lower' }).click();
  await expect(dialog('Lower the Amount')).toContainText('24.99');
  await expectAccessible(page);
  await dialog('Lower the Amount').getByLabel('New amount').fill('10');
  await dialog('Lower the Amount').getByRole('button', { name: 'Lower' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('$10.00 every month');
  await expect(main).toContainText('$0.61');

  await press('Pause');
  await dialog('Pause').getByLabel('Pause until').fill(inTwoMonths);
  await expectAccessible(page);
  await dialog('Pause').getByRole('button', { name: 'Pause' }).click();
  await expect(main).toContainText('Paused Until');
  await press('Resume');
  await dialog('Resume').getByRole('button', { name: 'Resume' }).click();
  await expect(main).not.toContainText('Paused Until');
  await planLinkIn(site, email, 'Your monthly donation was changed', 3);

  // A dialog that ends goes back in the history, which would cancel what the test opens next.
  await expect(page).toHaveURL(/\/plans\/[\w-]+$/);
  await page.goto(`/admin/plans?causeId=${cause.id}`);
  await press('Move to Another Cause');
  await dialog('Move to Another Cause').getByLabel('New cause').selectOption(other.name);
  await expectAccessible(page);
  await dialog('Move to Another Cause').getByRole('button', { name: 'Email the Donors' }).click();
  await expect(page.getByText(`1 recurring donation goes to ${other.name} on`)).toBeVisible();
  await expectTidy(page, 'a move of recurring donations');
  await site.inbox.waitFor(email, `Your monthly donation goes to ${other.name} from`);
  await press('Cancel the Move');
  await dialog('Cancel the Move').getByRole('button', { name: 'Cancel the Move' }).click();
  await site.inbox.waitFor(email, `Your monthly donation stays with ${cause.name}`);
  await expect(page.getByRole('button', { name: 'Move to Another Cause' })).toBeVisible();

  await row.getByRole('link', { name: '$10.00 every month' }).click();
  await press('Stop');
  await dialog('Stop').getByLabel('Reason').fill('The donor asked for it on the phone.');
  await expectAccessible(page);
  await dialog('Stop').getByRole('button', { name: 'Stop for Good' }).click();
  await expect(main).toContainText('Ended');
  await expect(page.getByRole('button', { name: 'Lower the Amount' })).toBeHidden();
  await site.inbox.waitFor(email, 'has ended');
});
