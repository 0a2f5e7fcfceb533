import { expect, type Page } from '@playwright/test';
import { publicPages } from '#contract/pages.ts';
import { expectAccessible, expectFit, openSignedIn, test, unique } from '#test/support/browser.ts';

const visitorPages = [
  ...Object.values(publicPages).map(({ path }) => path),
  '/donate?status=success',
  '/nominate?status=success',
  '/auth/login',
  '/auth/forgot-password',
  '/auth/reset-password?token=x',
  '/auth/setup?token=x',
  '/gift',
  '/unsubscribe',
  '/unsubscribe#x',
  '/no/such/page',
];
const adminPages = [
  '/admin',
  '/admin/causes',
  '/admin/nominations',
  '/admin/donations',
  '/admin/users',
  '/admin/audit',
  '/admin/mail',
  '/admin/account',
  '/admin/proof',
];

// Axe looks at the whole page where it is lit, and in the dark at what the dark changes.
const looks = [
  { width: 320 },
  { width: 375, axe: ['light', 'dark'] },
  { width: 820 },
  { width: 1440, axe: ['light', 'dark'] },
] as const;

/** Looks at a page in every width and both colour schemes, as somebody who turns the phone at dusk. */
async function expectFine(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: 800 });
    await expectFit(page, `${path} at ${look.width} px`);
    for (const colorScheme of 'axe' in look ? look.axe : []) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, colorScheme === 'dark' ? ['color-contrast'] : undefined);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
}

// The longest file by far: its tests share the workers.
test.describe.configure({ mode: 'parallel' });
test.setTimeout(180_000);
test.beforeEach(({ watched }) => watched.allowErrors(/status of 404/));

test('every page for visitors is accessible and fits, in all widths, light and dark', async ({
  page,
}) => {
  for (const path of visitorPages) await expectFine(page, path);
});

test('every page for administrators is accessible and fits, in all widths, light and dark', async ({
  page,
  site,
}) => {
  const { id: causeId } = await site.addCause();
  await site.addDonation(causeId, 123_456);
  // Nothing in it to break a line at.
  const nominee = unique(`Society${'OfFriendsOfTheOldMill'.repeat(6)}`);
  const nominationId = await site.addNomination(causeId, nominee);
  await openSignedIn(page, '/admin');
  for (const path of [...adminPages, `/admin/nominations/${nominationId}`]) {
    await expectFine(page, path);
  }
});
