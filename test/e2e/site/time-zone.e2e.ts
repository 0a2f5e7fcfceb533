import { expect } from '@playwright/test';
import { getDonation } from '#contract/giving/donations.ts';
import { getSettings, saveSettings } from '#contract/operations/settings.ts';
import { publishNomination, savePublicPage } from '#contract/publishing/public-pages.ts';
import { createUpdate, publishUpdate } from '#contract/publishing/updates.ts';
import { formatDate } from '#core/platform/dates.ts';
import { openSignedIn, test, unique } from '#test/support/browser.ts';

// Twenty-five hours apart: never the same day.
const timeZone = 'Pacific/Kiritimati';
test.use({ timezoneId: 'Pacific/Pago_Pago', changesSettings: true });

test('a mail, a page, and the admin area date one gift alike, wherever the reader is', async ({
  page,
  site,
}) => {
  const settings = await site.call(getSettings, {});
  await site.call(saveSettings, { body: { ...settings, timeZone } });
  const { id: causeId } = await site.addCause();
  const email = `${unique('donor').replaceAll(/\W/g, '-')}@example.com`;
  const donationId = await site.addDonation(causeId, 10_000, email);
  const nominee = unique('Nominee');
  const id = await site.addNomination(causeId, nominee);
  await site.accept(id);
  await site.allocate(donationId, id, 6_000);
  const { createdAt } = await site.call(getDonation, { params: { id: donationId } });
  const date = formatDate(createdAt, timeZone);
  const { text = '' } = await site.inbox.waitFor(email, 'Thank you for your donation');
  expect(text).toMatch(new RegExp(`Date: +${date}`));

  await page.goto(/\/gift#[\w-]+/.exec(text)?.[0] ?? '');
  await expect(page.getByText(`On ${date} you gave`)).toBeVisible();
  await openSignedIn(page, `/admin/donations?manage=${donationId}`);
  await expect(page.getByRole('dialog', { name: 'Manage Donation' })).toContainText(date);

  await page.goto('/admin/audit');
  const entry = page.getByRole('row', { name: /Allocated money/ }).filter({ hasText: nominee });
  await expect(entry).toContainText(`${date}, `);
  // The filters mean the same days.
  const [month, day, year] = date.split('/');
  await page.getByLabel('From').fill(`${year}-${month}-${day}`);
  await expect(entry).toBeVisible();
  await page.getByLabel('From').fill('');
  await page.getByLabel('To').fill(`${year}-${month}-${day}`);
  await expect(entry).toBeVisible();

  // Drawn by the server.
  const params = { id };
  const texts = { publicName: nominee, summary: 'It is cold.', story: 'It was cold.' };
  await site.call(savePublicPage, { params, body: { ...texts, coverFileId: null } });
  await site.call(publishNomination, { params });
  const news = { kind: 'progress' as const, title: 'News', text: 'It is warm.', fileIds: [] };
  const update = await site.call(createUpdate, { params, body: news });
  const { publishedAt } = await site.call(publishUpdate, { params: { id: update.id } });
  await page.goto(`/impact/${id}`);
  await expect(page.locator('#updates time')).toHaveText(formatDate(publishedAt ?? '', timeZone));
});
