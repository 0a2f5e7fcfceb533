import { expect, type Page } from '@playwright/test';
import { openSignedIn, test } from '#test/support/browser.ts';

// A page of the application that was opened before a new version was deployed.

/** What the browser reports when a chunk cannot be loaded, a moment after the given event. */
const missChunkAfter = (page: Page, event: string) =>
  page.evaluate(`addEventListener('${event}', () => setTimeout(() => {
    dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    window.chunkIsMissed = true;
  }, 100))`);

test.beforeEach(async ({ page }) => {
  await openSignedIn(page, '/admin/causes?add=true');
  await page.getByLabel('Name').fill('Winter Warmth');
});

test('a chunk that is gone reloads the page once, and what was typed stays', async ({ page }) => {
  await missChunkAfter(page, 'now');
  const reloaded = page.waitForEvent('load');
  await page.evaluate(`dispatchEvent(new Event('now'))`);
  await reloaded;
  await expect(page.getByLabel('Name')).toHaveValue('Winter Warmth');
  await missChunkAfter(page, 'again');
  await page.evaluate(`dispatchEvent(new Event('again'))`);
  await expect.poll(() => page.evaluate('window.chunkIsMissed')).toBe(true);
});

test('a chunk that stops loading because the visitor leaves does not keep them', async ({
  page,
}) => {
  await missChunkAfter(page, 'beforeunload');
  await page.route('**/impact', async (route) => {
    // Until the old page has had its time.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto('/impact');
  await expect(page).toHaveURL(/\/impact$/);
});
