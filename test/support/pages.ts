import { expect, type Page, test } from '@playwright/test';
import { publicPages } from '#contract/pages.ts';
import {
  expectAccessible,
  expectFit,
  openSignedIn,
  type Site,
  showScheme,
  unique,
} from '#test/support/browser.ts';
import { aProvenNeed } from '#test/support/proven-need.ts';
import { visitorStates } from '#test/support/visitor-states.ts';

/** A way to view a page: its width, and the color schemes in which axe checks it. */
interface Look {
  width: number;
  axe?: 'light' | 'dark';
}

/** Every document that has an address of its own, and one that has none. */
export const documentPages = [
  ...Object.values(publicPages).map(({ path }) => path),
  '/donate?status=success',
  '/nominate?status=success',
  '/gift',
  '/my-statement',
  '/nomination',
  '/unsubscribe',
  '/no/such/page',
];
const visitorPages = [
  ...documentPages,
  '/auth/login',
  '/auth/forgot-password',
  '/auth/reset-password?token=x',
  '/auth/setup?token=x',
  '/unsubscribe#x',
];
const adminPages = [
  '/admin',
  '/admin/causes',
  '/admin/nominations',
  '/admin/donations',
  '/admin/users',
  '/admin/approvals',
  '/admin/audit',
  '/admin/exports',
  '/admin/receipts',
  '/admin/receipts/statements',
  '/admin/mail',
  '/admin/account',
  '/admin/proof',
];

/** Fails if a page for visitors does not fit or is not accessible. */
export async function lookAtVisitorPages(page: Page, looks: Look[]): Promise<void> {
  for (const path of visitorPages) await lookAt(page, path, looks);
}

/** Fails if a page for administrators does not fit or is not accessible. */
export async function lookAtAdminPages(page: Page, site: Site, looks: Look[]): Promise<void> {
  const { id: causeId } = await site.addCause();
  await site.addDonation(causeId, 123_456);
  // Without any place to break a line.
  const nominee = unique(`Society${'OfFriendsOfTheOldMill'.repeat(6)}`);
  const nominationId = await site.addNomination(causeId, nominee);
  await openSignedIn(page, '/admin');
  for (const path of [...adminPages, `/admin/nominations/${nominationId}`]) {
    await lookAt(page, path, looks);
  }
}

/** Fails if a page for visitors does not fit or is not accessible after what somebody has done on it. */
export async function lookAtVisitorStates(page: Page, site: Site, looks: Look[]): Promise<void> {
  const need = await aProvenNeed(site);
  for (const [state, show] of Object.entries(visitorStates)) {
    await test.step(state, async () => {
      await show(page, need);
      await lookAtShown(page, state, looks);
    });
  }
}

async function lookAt(page: Page, path: string, looks: Look[]): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await lookAtShown(page, path, looks);
}

/** Views what the page shows in each way, like a person who rotates the phone at dusk. */
async function lookAtShown(page: Page, name: string, looks: Look[]): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (const { width, axe } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await showScheme(page, axe ?? 'light');
    await expectFit(page, `${name} at ${width} px`);
    // In dark mode, only the colors differ.
    if (axe) await expectAccessible(page, axe === 'dark' ? ['color-contrast'] : undefined);
  }
}
