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

async function expectSound(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectAccessible(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 375, 820, 1440]) {
    test.describe(`at ${width} px in ${colorScheme}`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('every page of a visitor is accessible and fits', async ({ page, site, watched }) => {
        watched.allowErrors(/status of 404/);
        await site.addCause();
        for (const path of visitorPages) await expectSound(page, path);
      });

      test('every page of an administrator is accessible and fits', async ({ page, site }) => {
        const { id: causeId } = await site.addCause();
        await site.addDonation(causeId, 123_456);
        await site.addNomination(causeId, unique('The Society of Friends of the Old Mill'));
        await page.goto('/admin');
        await signIn(page);
        for (const path of adminPages) await expectSound(page, path);
      });
    });
  }
}
