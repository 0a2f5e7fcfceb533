import { expect } from '@playwright/test';
import { listMoneyMonths } from '#contract/overview/money-months.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';
import { expectAccessible, expectTidy, openSignedIn, test } from '#test/support/browser.ts';

test('money by month is drawn, and each chart is a table for whoever wants one, by keyboard', async ({
  page,
  site,
}) => {
  const { id: causeId } = await site.addCause();
  await site.addDonation(causeId, 12_345);
  const months = await site.call(listMoneyMonths, { query: { span: '12' } });
  await openSignedIn(page, '/admin');
  const giving = page.getByRole('figure', { name: 'Giving' });
  const sum = formatCents(sumCents(months.map(({ given }) => given)));
  await expect(giving.getByText(`Given ${sum}`)).toBeVisible();
  await expect(giving.getByRole('img', { name: `Given ${sum}` })).toBeVisible();
  await expect(giving.locator('svg path').first()).toBeAttached();
  await expectAccessible(page);

  const button = giving.getByRole('button', { name: 'Show as Table' });
  await button.focus();
  await page.keyboard.press('Enter');
  const table = giving.getByRole('table', { name: 'Giving by month' });
  await expect(table.getByRole('row')).toHaveCount(13);
  await expect(giving.getByRole('button')).toHaveText('Show as Chart');
  await expect(table.getByRole('row').nth(1)).toContainText(formatCents(months.at(-1)?.given ?? 0));
  await page.getByLabel('Period').selectOption('Last 3 months');
  await expect(table.getByRole('row')).toHaveCount(4);
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByLabel('Period')).toHaveValue('3');
  await expectTidy(page, 'money by month');
});

test('what draws charts is loaded with the dashboard, and by no other page', async ({
  page,
  site,
}) => {
  // There are charts once there is something to draw.
  await site.addDonation((await site.addCause()).id, 12_345);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const charts = () => loaded.filter((url) => url.includes('month-charts') && url.endsWith('.js'));
  await openSignedIn(page, '/admin/donations');
  await expect(page.getByRole('heading', { name: 'Manage Donations' })).toBeVisible();
  expect(charts()).toEqual([]);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page.getByRole('figure', { name: 'Giving' })).toBeVisible();
  expect(charts()).toHaveLength(1);
});
