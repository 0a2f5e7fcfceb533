import { expect } from '@playwright/test';
import type { CauseId } from '#contract/ids.ts';
import {
  expectAccessible,
  expectTidy,
  openSignedIn,
  person,
  type Site,
  test,
  unique,
} from '#test/support/browser.ts';
import { onRelease } from '#test/support/tier.ts';

/** A donation of $100.00, with the private link in its receipt. */
async function aDonation(site: Site, causeId: CauseId) {
  const email = `${unique('donor').replaceAll(/\W/g, '-')}@example.com`;
  const donationId = await site.addDonation(causeId, 10_000, email);
  const { text = '' } = await site.inbox.waitFor(email, 'Thank you for your donation of $100.00');
  return { donationId, email, link: /\/gift#[\w-]+/.exec(text)?.[0] ?? '' };
}

test('a donor sees where the donation is, and invalidates links that others have', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 400/);
  const cause = await site.addCause();
  const { donationId, email, link } = await aDonation(site, cause.id);
  const nominationId = await site.addNomination(cause.id, 'Secret Nominee');
  await site.accept(nominationId);
  await site.allocate(donationId, nominationId, 6_001);

  const response = await page.goto(link);
  expect(response?.headers()['referrer-policy']).toBe('no-referrer');
  expect(await response?.text()).toContain('<meta name="robots" content="noindex"/>');
  await expect(page).toHaveURL(/\/gift$/);
  const table = page.getByRole('table');
  await expect(table.getByRole('row', { name: 'Available' })).toContainText('$39.99');
  await expect(table.getByRole('row', { name: 'Your donation' })).toContainText('$100.00');
  await expect(table.getByRole('row', { name: 'A need without a public page' })).toContainText(
    '$60.01',
  );
  await expect(page.locator('body')).not.toContainText('Secret Nominee');

  const offer = page.getByLabel('I am available to volunteer my time');
  const updates = page.getByLabel('Email me updates about the needs my donation helped');
  const saved = page.getByText('Saved', { exact: true });
  await expect(updates).toBeChecked();
  await offer.check();
  await expect(saved).toHaveCount(1);
  await updates.uncheck();
  await expect(saved).toHaveCount(2);
  await page.reload();
  await expect(offer).toBeChecked();
  await expect(updates).not.toBeChecked();

  await expectTidy(page, 'the page of a donation', [320, 375, 1440]);

  await page.getByRole('button', { name: 'Get a new private link' }).click();
  await expect(page.getByText('A new link is on its way')).toBeVisible();
  await page.goto('/');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expectAccessible(page);
  const mail = await site.inbox.waitFor(email, 'Your new link to your donation');
  await page.goto(/\/gift#[\w-]+/.exec(mail.text ?? '')?.[0] ?? '');
  await expect(page.getByRole('heading', { name: 'Your Donation', level: 1 })).toBeVisible();
});

test('the link of the thank-you page shows the donation, and nothing can be changed there', async ({
  page,
  site,
}) => {
  const { id: causeId } = await site.addCause();
  const response = await page.request.post('/api/donations', {
    data: { amount: 2_500, causeId, email: 'viewer@example.com', ...person },
  });
  await page.goto((await response.json()).url);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('link', { name: 'Follow your donation' }).click();
  await expect(page).toHaveURL(/\/gift$/);
  const main = page.getByRole('main');
  await expect(main.getByRole('row', { name: 'Available' })).toContainText('$25.00');
  const heading = { name: 'This link only shows the donation' };
  await expect(main.getByRole('heading', heading)).toBeVisible();
  await expect(main).not.toContainText(person.firstName);
  for (const role of ['button', 'checkbox'] as const) {
    await expect(main.getByRole(role)).toHaveCount(0);
  }
  await expectAccessible(page);
  await page.reload();
  await expect(main.getByRole('heading', heading)).toBeVisible();
});

test(
  'without a connection, the page says so and offers to try again',
  onRelease,
  async ({ page, site, watched }) => {
    watched.allowErrors(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    const { id } = await site.addCause();
    const { link } = await aDonation(site, id);
    await page.route('**/api/donation-page', (route) => route.abort('internetdisconnected'));
    await page.goto(link);
    await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible();
    await page.unroute('**/api/donation-page');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table')).toBeVisible();
  },
);

test(
  'a switch reacts before the server responds, the last choice stays, and a failed one is reverted',
  onRelease,
  async ({ page, site, watched }) => {
    watched.allowErrors(/Failed to load resource/);
    const { id } = await site.addCause();
    await page.goto((await aDonation(site, id)).link);
    const offer = page.getByLabel('I am available to volunteer my time');
    const choices = '**/api/donation-page/preferences';
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const sent: unknown[] = [];
    await page.route(choices, async (route, request) => {
      sent.push(request.postDataJSON().isAvailableToVolunteerTime);
      await released;
      await route.continue();
    });
    await offer.check();
    await expect(page.getByText('Saving…')).toBeVisible();
    await expectAccessible(page);
    await offer.uncheck();
    await offer.check();
    release();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(offer).toBeChecked();
    expect(sent).toEqual([true, false, true]);
    await page.unroute(choices);
    await page.reload();
    await expect(offer).toBeChecked();

    await page.route(choices, (route) => route.abort('connectionreset'));
    await offer.click();
    await expect(page.getByRole('status').getByText('An unexpected error occurred.')).toBeVisible();
    await expect(offer).toBeChecked();
    await expect(page.getByText('Saved', { exact: true })).toHaveCount(0);
  },
);

test('an administrator sends a donor a new private link, and earlier ones stop working', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 400/);
  const { id } = await site.addCause();
  const { donationId, email, link: earlier } = await aDonation(site, id);
  await openSignedIn(page, `/admin/donations?manage=${donationId}`);
  await page.getByRole('button', { name: 'Send a New Private Link' }).click();
  const question = page.getByRole('dialog', { name: 'Send a New Private Link' });
  await expect(question).toContainText('All earlier links stop working immediately');
  await expectAccessible(page);
  // A slow double-click: its second press comes when the first call has ended and the dialog fades.
  const send = await question.getByRole('button', { name: 'Send' }).boundingBox();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  const press = () => page.mouse.click((send?.x ?? 0) + 10, (send?.y ?? 0) + 10);
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await press();
  await answer;
  await press();
  await expect(page.getByText('The new link is on its way to the donor')).toHaveCount(1);
  await expect(question).toBeHidden();
  expect(sent).toHaveLength(1);

  await page.goto(earlier);
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  const { text = '' } = await site.inbox.waitFor(email, 'Your new link to your donation');
  await page.goto('/');
  await page.goto(/\/gift#[\w-]+/.exec(text)?.[0] ?? '');
  await expect(page.getByRole('heading', { name: 'Your Donation', level: 1 })).toBeVisible();
});
