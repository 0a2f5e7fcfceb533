import { expect, type Page, test } from '@playwright/test';
import { adminPaths } from '#contract/admin-pages.ts';
import { createDonation } from '#contract/giving/donations.ts';
import {
  consentPagePath,
  donationPagePath,
  donorPagePath,
  planPagePath,
  publicPages,
  trackingPagePath,
} from '#contract/pages.ts';
import { requestDonorLink } from '#contract/publishing/donor-page.ts';
import { askForConsent } from '#contract/vetting/consents.ts';
import { createNomination } from '#contract/vetting/nominations.ts';
import { adminLooks } from '#test/support/admin-looks.ts';
import {
  expectFit,
  expectNoFindings,
  goWithin,
  openSignedIn,
  person,
  type Site,
  showScheme,
  unique,
  untilAlive,
} from '#test/support/browser.ts';
import { isRelease } from '#test/support/tier.ts';
import { consentTokenIn } from '#test/support/tracking-link.ts';
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

/** Fails if a page for visitors does not fit or is not accessible. */
export async function lookAtVisitorPages(page: Page, looks: Look[]): Promise<void> {
  for (const path of visitorPages) await lookAt(page, path, looks);
}

/** Fails if a page that only a link in an email opens does not fit or is not accessible. */
export async function lookAtPrivatePages(page: Page, site: Site, looks: Look[]): Promise<void> {
  for (const link of await privateLinks(site)) {
    await lookAt(page, link, looks);
    await expect(page.getByText(/does not work/)).toHaveCount(0);
  }
}

/** Links to each private page, as emails have them. */
async function privateLinks(site: Site): Promise<string[]> {
  const { id: causeId } = await site.addCause();
  const anAddress = () => `${unique('private').replaceAll(/\W/g, '-')}@example.com`;
  const linkIn = async (email: string, subject: string, path: string) => {
    const { text = '' } = await site.inbox.waitFor(email, subject);
    const [link] = new RegExp(`${path}#[\\w-]+`).exec(text) ?? [];
    if (!link) throw new Error(`No link to ${path} in: ${text}`);
    return link;
  };
  const [donor, planner, nominator] = [anAddress(), anAddress(), anAddress()];
  await site.addDonation(causeId, 2_500, donor);
  await site.call(requestDonorLink, { body: { email: donor } });
  const monthly = { amount: 2_500, interval: 'monthly' as const, causeId };
  const { url } = await site.call(createDonation, {
    body: { ...monthly, ...person, email: planner },
  });
  const paid = new URLSearchParams({ outcome: 'paid' });
  await fetch(url, { method: 'POST', body: paid, redirect: 'manual' });
  const nominee = { nominee: unique('Maria Lopez'), causeId, description: 'Needs help.' };
  const { id } = await site.call(createNomination, {
    body: { ...nominee, ...person, email: nominator },
  });
  const { text: letter = '' } = await site.call(askForConsent, {
    params: { id },
    body: { channel: 'text', askedAs: 'self' },
  });
  return [
    await linkIn(donor, 'Thank you for your donation', donationPagePath),
    await linkIn(donor, 'Your link to all of your donations', donorPagePath),
    await linkIn(planner, 'Thank you for your monthly donation', planPagePath),
    await linkIn(nominator, 'We received your nomination', trackingPagePath),
    `${consentPagePath}#${consentTokenIn(letter ?? '')}`,
  ];
}

/** Fails if something that administrators see does not fit or is not accessible. */
export async function lookAtAdmin(
  page: Page,
  site: Site,
  part: string,
  looks: Look[],
): Promise<void> {
  const everything = (await adminLooks[part]?.(site)) ?? [];
  // What opens over a page takes twice as long as all pages, and has the parts that they have.
  const all = everything.filter(({ press, dialog }) => isRelease || !(press?.length || dialog));
  await openSignedIn(page, adminPaths.account);
  const heading = page.getByRole('heading', { level: 1 });
  let [shown, wasAt] = ['', adminPaths.account as string];
  const go = async (path: string) => {
    shown = (await heading.textContent()) ?? '';
    await goWithin(page, path);
    await expect(heading).not.toHaveText(shown);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  };
  for (const look of all) {
    const { path, press = [], dialog, send } = look;
    await test.step(JSON.stringify(look), async () => {
      const at = path.split('?')[0] ?? '';
      await page.setViewportSize({ width: 1440, height: 800 });
      // From elsewhere, so that nothing of the one before stays.
      if (at === wasAt || (await page.getByRole('dialog').count()) > 0) {
        const others = [adminPaths.mail, adminPaths.exports, adminPaths.approvals];
        await go(others.find((other) => other !== at && other !== wasAt) ?? adminPaths.mail);
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      await go(path);
      wasAt = at;
      for (const name of press) {
        const open = page.getByRole('dialog').last();
        const within = (await open.isVisible()) ? open : page;
        await within.getByRole('button', { name, exact: true }).last().click();
      }
      const opened = dialog ? page.getByRole('dialog', { name: dialog, exact: true }) : page;
      if (dialog)
        await expect(page.getByRole('dialog', { name: dialog, exact: true })).toBeVisible();
      if (send) await opened.getByRole('button', { name: send, exact: true }).last().click();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      await lookAtShown(page, JSON.stringify(look), looks, dialog && '[role=dialog]');
    });
  }
}

/** Fails if a page for visitors does not fit or is not accessible after what somebody has done on it. */
export async function lookAtVisitorStates(
  page: Page,
  need: Parameters<(typeof visitorStates)[string]>[1],
  looks: Look[],
): Promise<void> {
  for (const [state, show] of Object.entries(visitorStates)) {
    await test.step(state, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await show(page, need);
      await lookAtShown(page, state, looks);
    });
  }
}

async function lookAt(page: Page, path: string, looks: Look[]): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await untilAlive(page);
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await lookAtShown(page, path, looks);
}

/** Views what the page shows in each way, like a person who rotates the phone at dusk. */
async function lookAtShown(
  page: Page,
  name: string,
  looks: Look[],
  within?: string,
): Promise<void> {
  let shown = await page.locator('html').getAttribute('data-mantine-color-scheme');
  // Beginning with the colors that are there: to draw a page in others takes as long as to look at it.
  for (const { width, axe } of shown === 'dark' ? looks.toReversed() : looks) {
    await page.setViewportSize({ width, height: 800 });
    if (axe && axe !== shown) {
      await showScheme(page, axe);
      shown = axe;
    }
    await expectFit(page, `${name} at ${width} px`);
    // In dark mode, only the colors differ.
    const rules = axe === 'dark' ? ['color-contrast'] : undefined;
    if (axe) await expectNoFindings(page, { rules, within });
  }
}
