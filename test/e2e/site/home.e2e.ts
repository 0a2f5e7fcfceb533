import { expect } from '@playwright/test';
import { savePublicPage } from '#contract/publishing/public-pages.ts';
import { admin, test, unique } from '#test/support/browser.ts';
import { aProvenNeed } from '#test/support/proven-need.ts';

test('the home page says what the site is about and links to the main pages', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Donate With Confidence' })).toBeVisible();
  await expect(page.getByText(/100% of your donation goes to its intended purpose/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Give a Donation' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Submit a Nomination' })).toBeVisible();
  const steps = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'How It Works' }) })
    .getByRole('listitem');
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(0)).toContainText('vet the nominee and verify the information');
  await expect(steps.nth(1)).toContainText('volunteer your time');
  await expect(steps.nth(2)).toContainText('email updates with copies of the receipts');

  const main = page.getByRole('main');
  for (const [name, path] of [
    ['Donate Now', '/donate'],
    ['Contact Us', '/contact-us'],
    ['Submit a nomination', '/nominate'],
  ] as const) {
    await main.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await page.goBack();
  }
});

test('a proof without a photo takes as much room as one with a photo', async ({ page, site }) => {
  const withPhoto = await aProvenNeed(site);
  const without = await aProvenNeed(site);
  await site.call(savePublicPage, {
    params: { id: without.id },
    body: { publicName: without.name, summary: 'A.', story: 'A.', coverFileId: null },
  });
  for (const width of [375, 820, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    const boxes = [withPhoto, without].map(({ name }) =>
      page
        .getByRole('listitem')
        .filter({ hasText: name })
        .locator('> div')
        .evaluate((text) => [text.getBoundingClientRect().x, text.clientWidth]),
    );
    const [photo, none] = await Promise.all(boxes);
    expect(none, `at ${width} px`).toEqual(photo);
  }
});

test('a message to the team is sent, and the response says what happens next', async ({
  page,
  site,
}) => {
  await page.goto('/contact-us');
  const email = `${unique('visitor').replaceAll(/\W/g, '-')}@example.com`;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Message').fill('Do you take clothes?');
  await page.getByRole('button', { name: 'Submit Message' }).click();
  await expect(page.getByText('Thank you for your message. We will reply by email.')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('');
  const mail = await site.inbox.waitFor(admin.email, `Message from ${email}`);
  expect(mail.text).toContain('Do you take clothes?');
  expect(mail.replyTo?.[0]?.address).toBe(email);
});

test('an unknown address says so and links to the home page', async ({ page, watched }) => {
  watched.allowErrors(/status of 404/);
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle('Page Not Found | Everycent');
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Donate With Confidence' })).toBeVisible();
});
