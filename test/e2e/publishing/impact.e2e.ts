import { expect, type Page } from '@playwright/test';
import type { FileId } from '#contract/ids.ts';
import { publishFile, redactFile } from '#contract/publishing/files.ts';
import { createUpdate, publishUpdate } from '#contract/publishing/updates.ts';
import { recordExpense } from '#contract/spending/expenses.ts';
import { setGoal } from '#contract/vetting/nominations.ts';
import { expectAccessible, expectTidy, test, untilAlive } from '#test/support/browser.ts';
import { aNeedToLookAt, aProvenNeed } from '#test/support/proven-need.ts';
import { pdf } from '#test/support/sample-files.ts';
import { onRelease } from '#test/support/tier.ts';

async function show(page: Page, path: string, heading: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  await untilAlive(page);
}

test('a visitor finds a need, its expenses, and the proof', async ({ page, site }) => {
  test.setTimeout(180_000);
  const { id, name, cause } = await aProvenNeed(site);

  await test.step('the home page links to the figures', async () => {
    await page.goto('/');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.getByRole('link', { name: 'See where the money goes' }).click();
    await expect(page).toHaveURL('/impact');
    await expect(page.getByRole('row', { name: new RegExp(cause.name) })).toContainText('$19.99');
  });

  await test.step('the list can be filtered, and links to the need', async () => {
    await page.getByLabel('Cause', { exact: true }).selectOption(cause.id);
    await expect(page).toHaveURL(`/impact?causeId=${cause.id}#needs`);
    await page.getByLabel('Show').selectOption('completed');
    await expect(page).toHaveURL(`/impact?causeId=${cause.id}&state=completed#needs`);
    await expect(
      page.getByText('Nothing has been published for this selection yet.'),
    ).toBeVisible();
    await page.getByLabel('Show').selectOption('open');
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/impact/${id}`);
    await expect(page).toHaveTitle(`${name} | Everycent`);
  });

  await test.step('the keyboard reaches each cause, and the focus stays in the filters', async () => {
    await site.addCause();
    await site.addCause();
    await page.goto('/impact');
    const field = page.getByLabel('Cause', { exact: true });
    await field.focus();
    const third = await field.getByRole('option').nth(3).getAttribute('value');
    for (let press = 1; press <= 3; press++) await field.press('ArrowDown');
    await expect(field).toHaveValue(third ?? '');
    await expect(page).toHaveURL('/impact');
    const button = page.getByRole('button', { name: 'Show needs' });
    await button.press('Enter');
    await expect(page).toHaveURL(`/impact?causeId=${third}#needs`);
    await expect(button).toBeFocused();
    const search = page.getByLabel('Search');
    await search.fill('nobody-has-written-this');
    await search.press('Enter');
    await expect(page.getByText('No need matches your search.')).toBeVisible();
    await expect(search).toBeFocused();
    await page.goto(`/impact/${id}`);
  });

  await test.step('the page of the need shows the money and the proof', async () => {
    const table = page.getByRole('table');
    await expect(table.getByRole('row', { name: 'Allocated in total' })).toContainText('$60.00');
    await expect(table.getByRole('row', { name: 'Not spent yet' })).toContainText('$40.01');
    await expect(page.getByText('the oldest allocation is spent first')).toBeVisible();
    await expect(page.getByText('proof: Receipt from the vendor')).toBeVisible();
    await expect(page.getByRole('img', { name: 'A furnace in a cellar' })).toBeVisible();
    await expect(page.locator('body')).not.toContainText('Secret Nominee');
  });

  await test.step('a receipt opens over the page, with what it proves and its fingerprints', async () => {
    const link = page.locator('a[data-receipt]').first();
    const thumbnail = link.locator('img');
    await thumbnail.scrollIntoViewIfNeeded();
    await expect(thumbnail).not.toHaveJSProperty('naturalWidth', 0);
    await link.click();
    const viewer = page.getByRole('dialog', { name: 'Receipt' });
    await expect(viewer.getByRole('heading', { name: 'What it proves' })).toBeVisible();
    await expect(viewer).toContainText('$19.99');
    const sheet = viewer.getByRole('img').first();
    await expect(sheet).not.toHaveJSProperty('naturalWidth', 0);
    await viewer.getByText('Fingerprints of the files').click();
    await expect(viewer.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible();
    const address = await viewer.getByRole('link', { name: /PDF/ }).getAttribute('href');
    expect((await page.request.get(address ?? '')).headers()['content-type']).toContain('pdf');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(link).toBeFocused();
    await expect(page).toHaveURL(`/impact/${id}`);
    await link.click();
    await expect(viewer.getByRole('heading', { name: 'What it proves' })).toBeVisible();
    await page.goBack();
    await expect(viewer).toBeHidden();
    await expect(page).toHaveURL(`/impact/${id}`);
  });

  await test.step('a receipt is a page of its own, too', async () => {
    const address = await page.locator('a[data-receipt]').first().getAttribute('href');
    await show(page, address ?? '', 'Receipt');
    await expect(page.getByRole('link', { name })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/impact/${id}`);
  });

  await test.step('a shared link shows its name and cover', async () => {
    const html = await (await page.request.get(`/impact/${id}`)).text();
    expect(html).toContain(`<title>${name} | Everycent</title>`);
    expect(html).toMatch(/<meta property="og:image" content="[^"]+\/files\/[\w./-]+"\/>/);
    const index = await (await page.request.get('/sitemap.xml')).text();
    const [map = ''] = /\/sitemaps\/needs-[\d-]+\.xml/.exec(index) ?? [];
    expect(await (await page.request.get(map)).text()).toContain(`/impact/${id}<`);
  });

  await test.step('both pages are accessible and fit', async () => {
    for (const [path, heading] of [
      ['/impact', 'Where the Money Goes'],
      [`/impact/${id}`, name],
    ] as const) {
      await show(page, path, heading);
      await expectTidy(page, path, [320, 375, 1440]);
    }
  });
});

test('after Back, the filters show what the list shows', async ({ page, site, keep }) => {
  await aNeedToLookAt(keep, site);
  const filters = page.getByRole('form', { name: 'Filter the needs' });
  const expectFilters = async (address: string, state: string, sort: string) => {
    await expect(page).toHaveURL(address);
    await page.waitForLoadState('load');
    await expect(filters.getByLabel('Show')).toHaveValue(state);
    await expect(filters.getByLabel('Sort by')).toHaveValue(sort);
  };
  await page.goto('/impact');
  await filters.getByLabel('Show').selectOption('completed');
  await expectFilters('/impact?state=completed#needs', 'completed', '');
  await filters.getByLabel('Sort by').selectOption('most_missing');
  await expectFilters(
    '/impact?state=completed&sort=most_missing#needs',
    'completed',
    'most_missing',
  );
  await page.goBack();
  await expectFilters('/impact?state=completed#needs', 'completed', '');
  await page.goBack();
  await expectFilters('/impact', '', '');
});

test('a page that the browser kept as it was left has its filters reset', async ({
  page,
  site,
  keep,
}) => {
  await aNeedToLookAt(keep, site);
  await page.goto('/impact');
  const search = page.getByLabel('Search');
  await search.fill('furnace');
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await expect(search).toHaveValue('');
});

test('money that is not spent has one color on the page of a need', async ({
  page,
  site,
  keep,
}) => {
  const { id } = await aNeedToLookAt(keep, site);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`/impact/${id}`);
  const colorsIn = (bar: string) =>
    page
      .locator(`${bar} > span`)
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).backgroundColor));
  const chart = await colorsIn('[class*="bars"] [class*="bar"]');
  expect(chart).toHaveLength(2);
  expect(await colorsIn('[aria-label="How far this need is"] [class*="bar"]')).toEqual(chart);
});

test('a need whose goal is reached, and whose money is proven, says so and asks for no more', async ({
  page,
  site,
}) => {
  const { id, name, cause } = await aProvenNeed(site);
  const params = { id };
  const progress = page.getByRole('region', { name: 'How far this need is' });
  await site.call(setGoal, { params, body: { goalAmount: 7_000 } });
  await page.goto(`/impact/${id}`);
  await expect(progress).toContainText('$60.00 received of the goal of $70.00');
  await expect(progress).toContainText('$10.00 missing');
  await expect(progress).toContainText('$19.99 spent, all of it with public receipts');
  await expect(progress).not.toContainText('reached');
  await site.call(setGoal, { params, body: { goalAmount: 6_000 } });
  const payment = { amount: 1, payee: 'A shop', paidOn: '2026-01-16', purpose: 'A screw' };
  const receiptIds = [await site.upload(id, 'receipt', await pdf(['0.01']))];
  await site.call(recordExpense, {
    params,
    body: { ...payment, receiptKind: 'vendor_receipt', receiptIds },
  });
  await page.goto(`/impact/${id}`);
  await expect(progress).toContainText('$60.00 received: the goal of $60.00 is reached');
  await expect(progress).toContainText('$20.00 spent, $19.99 of it with public receipts');
  await expect(progress).toContainText(
    `This need has reached its goal. What you give to “${cause.name}” now can help another need.`,
  );
  await expect(progress.getByRole('link', { name: 'Give to this cause' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/impact?causeId=${cause.id}`);
  const card = page.getByRole('listitem').filter({ hasText: name });
  await expect(card).toContainText('$60.00 received: the goal of $60.00 is reached');
});

test('the links to the pages of a receipt say which page is shown', async ({ page, site }) => {
  const { id } = await aProvenNeed(site);
  const receiptId = await site.upload(id, 'receipt', await pdf(['One', 'Two', 'Three']));
  const receipt = { params: { id: receiptId } };
  await site.call(redactFile, { ...receipt, body: { nothingToBlackOut: true } });
  await site.settle(receiptId);
  await site.call(publishFile, receipt);
  const payment = { amount: 100, payee: 'A shop', paidOn: '2026-01-16', purpose: 'Screws' };
  await site.call(recordExpense, {
    params: { id },
    body: { ...payment, receiptKind: 'vendor_receipt', receiptIds: [receiptId] },
  });
  const current = page.locator('[aria-label="Pages of the receipt"] [aria-current="true"]');
  const leaf = async () => {
    await expect(current).toHaveText(['Page 1']);
    await page.getByRole('link', { name: 'Page 3' }).click();
    await expect(current).toHaveText(['Page 3']);
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(current).toHaveText(['Page 2']);
    await expectAccessible(page);
  };
  await page.goto(`/impact/${id}`);
  await page.locator(`a[data-receipt][href$="${receiptId}"]`).first().click();
  await leaf();
  await page.goto(`/impact/${id}/receipts/${receiptId}`);
  await leaf();
});

test('a need that is not published cannot be found', async ({ page, site, watched }) => {
  watched.allowErrors(/status of 404/);
  const cause = await site.addCause();
  const id = await site.addNomination(cause.id, 'Secret Nominee');
  const response = await page.goto(`/impact/${id}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test(
  'a need that did not work out says so calmly, in the list, in the filter, and on its page',
  onRelease,
  async ({ page, site }) => {
    const { id, name, photoId, receiptId } = await aProvenNeed(site);
    const tell = async (
      kind: 'progress' | 'did_not_work_out',
      title: string,
      fileIds: FileId[],
    ) => {
      const body = { kind, title, text: 'What happened.', fileIds };
      const { id: updateId } = await site.call(createUpdate, { params: { id }, body });
      await site.call(publishUpdate, { params: { id: updateId } });
    };
    await tell('progress', 'The furnace is ordered', [photoId, receiptId]);
    await tell('did_not_work_out', 'The house was sold', []);

    await page.goto('/impact');
    await page.getByLabel('Show').selectOption('open');
    await expect(page.getByRole('link', { name })).toHaveCount(0);
    await page.getByLabel('Show').selectOption('It did not work out');
    await expect(page).toHaveURL('/impact?state=did_not_work_out#needs');
    const card = page.getByRole('listitem').filter({ hasText: name });
    await expect(card).toContainText('It did not work out');
    await expectAccessible(page);
    await card.getByRole('link', { name }).click();

    await expect(page.getByText('This help did not work out as planned.')).toBeVisible();
    await page.getByRole('link', { name: 'updates', exact: true }).click();
    const updates = page.locator('#updates');
    await expect(updates).toBeInViewport();
    await expect(updates.getByRole('heading', { level: 3 })).toHaveText([
      'The furnace is ordered',
      'The house was sold',
    ]);
    const first = updates.getByRole('list').first().locator('> li').first();
    await expect(first).toContainText('Progress');
    await expect(first.getByRole('img', { name: 'A furnace in a cellar' })).toBeVisible();
    await expect(first.getByRole('link', { name: 'Receipt 1' })).toBeVisible();
    await expectTidy(page, 'a need that did not work out', [375, 1440]);
  },
);
