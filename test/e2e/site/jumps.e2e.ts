import { expect } from '@playwright/test';
import { openSignedIn, test } from '#test/support/browser.ts';

// What comes last on each page, and the answer that it waits for.
const pages = [
  { path: '/admin', answer: '**/api/dashboard', last: '# of Donations (Last 7 Days)' },
  { path: '/admin/plans', answer: '**/api/plan-figures', last: 'Yearly Value' },
  { path: '/admin/card-costs', answer: '**/api/card-costs', last: 'Left for Card Costs' },
];

test('nothing jumps when the figures of an admin page come late', async ({ page }) => {
  await page.addInitScript(`window.shift = 0;
    window.add = (entries) => {
      for (const { value } of entries) window.shift += value;
    };
    window.moves = new PerformanceObserver((list) => window.add(list.getEntries()));
    window.moves.observe({ type: 'layout-shift', buffered: true })`);
  await openSignedIn(page, '/admin/account');
  for (const { path, answer, last } of pages) {
    for (const width of [375, 1440]) {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(answer, async (route) => {
        await held;
        await route.continue();
      });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(
        page.locator('main').getByText('Loading', { exact: true }).first(),
      ).toBeAttached();
      release();
      await expect(page.getByText(last)).toBeVisible();
      await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
      // When the next frame begins, the browser knows what moved in this one, and is asked for what it has not told yet.
      const shift = page.evaluate(`new Promise((next) =>
        requestAnimationFrame(() => requestAnimationFrame(next))).then(() => {
          window.add(window.moves.takeRecords());
          return window.shift;
        })`);
      expect(await shift, `${path} at ${width} px`).toBeLessThan(0.05);
      await page.unroute(answer);
    }
  }
});

test('what comes late pushes no footer, which is below the window', async ({ page }) => {
  await openSignedIn(page, '/admin/account');
  for (const [path, answer] of [
    ['/admin/donations', '**/api/donations?*'],
    ['/admin/bank/months', '**/api/bank-months'],
    ['/admin/settings/approvals', '**/api/settings'],
  ] as const) {
    // Nothing answers, as on a line that is slow.
    await page.route(answer, () => {});
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(/^Loading/).first()).toBeAttached();
      await expect(page.getByRole('contentinfo'), `${path} at ${width} px`).not.toBeInViewport();
      const after = page.getByRole('heading', { name: 'Versions' });
      if (path.includes('settings')) await expect(after).not.toBeInViewport();
    }
  }
  await page.setViewportSize({ width: 375, height: 812 });
  for (const path of ['/my-plan', '/unsubscribe', '/gift', '/consent']) {
    await page.goto(path);
    // Without its secret, the link leads to something shorter than what was drawn first.
    await expect(page.locator('main').locator('a, form').first()).toBeVisible();
    await expect(page.getByRole('contentinfo'), path).not.toBeInViewport();
  }
});
