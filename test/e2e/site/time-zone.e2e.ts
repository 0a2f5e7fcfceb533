import { rm } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { getDonation } from '#contract/giving/donations.ts';
import { createUpdate, publishUpdate } from '#contract/publishing/updates.ts';
import { formatDate } from '#core/dates.ts';
import { test as base, openSignedIn, type Site, startSite } from '#test/support/browser.ts';
import { aProvenNeed } from '#test/support/proven-need.ts';

// Twenty-five hours apart: never the same day.
const timeZone = 'Pacific/Kiritimati';
const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
    async ({}, use) => {
      const site = await startSite({ TIME_ZONE: timeZone });
      await use(site);
      await site.stop();
      await rm(site.dataDir, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
test.use({ timezoneId: 'Pacific/Pago_Pago' });

test('a mail, a page, and the admin area date one gift alike, wherever the reader is', async ({
  page,
  site,
}) => {
  const { id, donationId } = await aProvenNeed(site);
  const { createdAt } = await site.call(getDonation, { params: { id: donationId } });
  const date = formatDate(createdAt, timeZone);
  const { text = '' } = await site.inbox.waitFor(
    'donor@example.com',
    'Thank you for your donation',
  );
  expect(text).toMatch(new RegExp(`Date: +${date}`));

  await page.goto(/\/gift#[\w-]+/.exec(text)?.[0] ?? '');
  await expect(page.getByText(`On ${date} you gave`)).toBeVisible();
  await openSignedIn(page, `/admin/donations?manage=${donationId}`);
  await expect(page.getByRole('dialog', { name: 'Manage Donation' })).toContainText(date);

  await page.goto('/admin/audit');
  const entry = page.getByRole('row').filter({ hasText: 'Allocated money to a nomination' });
  await expect(entry).toContainText(`${date}, `);
  // The filters mean the same days.
  const [month, day, year] = date.split('/');
  await page.getByLabel('From').fill(`${year}-${month}-${day}`);
  await expect(entry).toBeVisible();
  await page.getByLabel('From').fill('');
  await page.getByLabel('To').fill(`${year}-${month}-${day}`);
  await expect(entry).toBeVisible();

  // Drawn by the server.
  const news = { kind: 'progress' as const, title: 'News', text: 'It is warm.', fileIds: [] };
  const update = await site.call(createUpdate, { params: { id }, body: news });
  const { publishedAt } = await site.call(publishUpdate, { params: { id: update.id } });
  await page.goto(`/impact/${id}`);
  await expect(page.locator('#updates time')).toHaveText(formatDate(publishedAt ?? '', timeZone));
});
