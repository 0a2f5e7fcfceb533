import { expect } from '@playwright/test';
import { openSignedIn, test } from '#test/support/browser.ts';

// A page of the application that was opened before a new version was deployed.

/** What the browser reports when a chunk cannot be loaded. */
const missedChunk = `dispatchEvent(new Event('vite:preloadError', { cancelable: true }))`;

test.beforeEach(async ({ page }) => {
  await openSignedIn(page, '/admin/causes?add=true');
  await page.getByLabel('Name').fill('Winter Warmth');
});

test('a chunk that is gone reloads the page once, and what was typed stays', async ({ page }) => {
  const reloaded = page.waitForEvent('load');
  await page.evaluate(missedChunk);
  await reloaded;
  await expect(page.getByLabel('Name')).toHaveValue('Winter Warmth');
  let reloads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) reloads += 1;
  });
  await page.evaluate(missedChunk);
  // Had the page begun to reload, this could not ask it anything more before that.
  await page.evaluate('fetch("/robots.txt")');
  expect(reloads).toBe(0);
});

test('a chunk that stops loading because the visitor leaves does not keep them', async ({
  page,
}) => {
  const [leaving, missed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  // The old page is still there, and hears that it is being left by an answer that is held until then.
  await page.route('**/impact', async (route) => {
    asked += 1;
    leaving.resolve();
    await missed.promise;
    await route.continue();
  });
  await page.route('**/leaving', async (route) => {
    await leaving.promise;
    await route.fulfill();
  });
  await page.route('**/missed', async (route) => {
    await route.fulfill();
    missed.resolve();
  });
  await page.evaluate(`void fetch('/leaving').then(() => {
    ${missedChunk};
    return fetch('/missed');
  })`);
  await page.goto('/impact');
  await expect(page).toHaveURL(/\/impact$/);
  expect(asked).toBe(1);
});
