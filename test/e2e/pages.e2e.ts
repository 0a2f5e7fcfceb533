import { expect, type Page } from '@playwright/test';
import { publicPages } from '#contract/pages.ts';
import { expectAccessible, signIn, test, unique } from '#test/support/browser.ts';

const visitorPages = [
  ...Object.values(publicPages).map(({ path }) => path),
  '/donate?status=success',
  '/nominate?status=success',
  '/auth/login',
  '/auth/forgot-password',
  '/auth/reset-password?token=x',
  '/auth/setup?token=x',
  '/no/such/page',
];
const adminPages = [
  '/admin',
  '/admin/causes',
  '/admin/nominations',
  '/admin/donations',
  '/admin/users',
];

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

async function expectFit(page: Page, path: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
}

// The longest file by far: its tests share the workers.
test.describe.configure({ mode: 'parallel' });

test.beforeEach(async ({ site, watched }) => {
  watched.allowErrors(/status of 404/);
  const { id: causeId } = await site.addCause();
  await site.addDonation(causeId, 123_456);
  await site.addNomination(causeId, unique('The Society of Friends of the Old Mill'));
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [375, 1440]) {
    test.describe(`at ${width} px in ${colorScheme}`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('every page is accessible and fits', async ({ page }) => {
        test.setTimeout(180_000);
        for (const path of visitorPages) {
          await openPage(page, path);
          await expectAccessible(page);
          await expectFit(page, path);
        }
        await page.goto('/auth/login');
        await signIn(page);
        for (const path of adminPages) {
          await openPage(page, path);
          await expectAccessible(page);
          await expectFit(page, path);
        }
      });
    });
  }
}

for (const width of [320, 820]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('no page scrolls sideways', async ({ page }) => {
      test.setTimeout(120_000);
      await page.goto('/auth/login');
      await signIn(page);
      for (const path of [...visitorPages, ...adminPages]) {
        await openPage(page, path);
        await expectFit(page, path);
      }
    });
  });
}
