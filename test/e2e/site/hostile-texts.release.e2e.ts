import { expect, type Page } from '@playwright/test';
import { createDonation } from '#contract/giving/donations.ts';
import { type DonationId, donationId, type NominationId } from '#contract/ids.ts';
import { createUser } from '#contract/people/users.ts';
import { sendContactMessage } from '#contract/publishing/contact.ts';
import { publishNomination, savePublicPage } from '#contract/publishing/public-pages.ts';
import { createUpdate, publishUpdate } from '#contract/publishing/updates.ts';
import { createCause } from '#contract/vetting/causes.ts';
import { createNomination, updateNomination } from '#contract/vetting/nominations.ts';
import { anyId } from '#test/support/any-id.ts';
import {
  admin,
  openSignedIn,
  person,
  recordFigures,
  type Site,
  test,
} from '#test/support/browser.ts';
import { payloads, run } from '#test/support/hostile-markup.ts';

// Markup in every text that somebody can send, without a policy that would stop it: whatever can run, runs.
test.use({ bypassCSP: true, isBrowserNew: true });

// Nobody else's: the inbox is shared by the tests of one worker, and mails of others may show attached pictures, which
// a browser cannot load.
const sender = 'hostile@example.com';
const all = payloads.join(' ');
/** Long payloads are split in two for fields with a lower limit. */
const halves = [payloads.slice(0, 30).join(' '), payloads.slice(30).join(' ')];
/** One after another, so that each is in some short field. */
let next = 0;
const payload = () => payloads[next++ % payloads.length] ?? '';

async function sendEverywhere(
  site: Site,
): Promise<{ nominationId: NominationId; donationId: DonationId }> {
  const { id: causeId } = await site.call(createCause, {
    body: { name: `${payload()} ${Date.now()}` },
  });
  const contact = () => ({
    firstName: payload(),
    lastName: payload(),
    phone: '<svg onload=ran(1)>',
    zip: '<b onclick=x>',
    email: sender,
  });
  let nominationId: NominationId = anyId('');
  let paid: DonationId = anyId('');
  for (let round = 0; round < 12; round++) {
    const nomination = { nominee: payload(), causeId, description: all, ...contact() };
    ({ id: nominationId } = await site.call(createNomination, { body: nomination }));
    const donation = { amount: 5_000, causeId, description: halves[round % 2], ...contact() };
    const { url } = await site.call(createDonation, { body: donation });
    await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }) });
    paid = donationId.parse(url.slice(url.lastIndexOf('/') + 1));
  }
  await site.accept(nominationId);
  await site.allocate(paid, nominationId, 100);
  const params = { id: nominationId };
  await site.call(savePublicPage, {
    params,
    body: { publicName: payload(), summary: payload(), story: all, coverFileId: null },
  });
  await site.call(publishNomination, { params });
  const update = { kind: 'progress' as const, title: payload(), text: all, fileIds: [] };
  const published = await site.call(createUpdate, { params, body: update });
  await site.call(publishUpdate, { params: { id: published.id } });
  await site.call(createUpdate, { params, body: update });
  await site.call(updateNomination, { params, body: { isCompleted: true } });
  await site.call(sendContactMessage, { body: { email: sender, message: all } });
  const { firstName, lastName } = contact();
  await site.call(createUser, {
    body: { firstName, lastName, email: `x${Date.now()}@example.com` },
  });
  return { nominationId, donationId: paid };
}

async function visit(
  page: Page,
  path: string,
  role: 'cell' | 'dialog' | 'option' | 'article' | 'listitem',
): Promise<void> {
  await page.goto(path);
  // As text that everyone can read; an option shows only when its list is open.
  const shown = page.getByRole(role, { includeHidden: role === 'option' });
  await expect(shown.filter({ hasText: /ran\(1\)/ }).first()).toBeAttached();
}

test('markup that people send stays text, on every page and in every email', async ({
  page,
  site,
  watched,
}) => {
  // Playwright would also run its own script in the frame of an email.
  watched.allowErrors(/Blocked script execution in 'about:srcdoc'/);
  let ran = 0;
  await page.exposeFunction('ran', () => {
    ran += 1;
  });
  const { nominationId, donationId } = await sendEverywhere(site);

  // The trap works: outside of the site, the same text does run.
  await page.setContent(payloads[3] ?? '');
  await expect.poll(() => ran).toBe(1);

  await openSignedIn(page, '/admin');
  await visit(page, '/admin/causes', 'cell');
  await visit(page, '/admin/nominations?completed=true', 'cell');
  await visit(page, '/admin/donations', 'cell');
  await visit(page, '/admin/users', 'cell');
  await visit(page, `/admin/nominations?manage=${nominationId}`, 'dialog');
  await visit(page, `/admin/donations?manage=${donationId}`, 'dialog');
  await visit(page, `/impact/${nominationId}`, 'article');
  await visit(page, '/impact', 'listitem');
  await visit(page, `/admin/nominations/${nominationId}?open=all`, 'listitem');
  await page.getByRole('button', { name: 'Preview and Publish' }).click();
  const mail = page.frameLocator('iframe[title="The email"]');
  await expect(mail.getByText('ran(1)').first()).toBeVisible();
  await visit(page, '/donate', 'option');
  await visit(page, '/nominate', 'option');
  await page.goto(`/admin/nominations?nominee=${encodeURIComponent(all.slice(0, 190))}`);
  await page.goto(`/auth/login?redirectTo=${encodeURIComponent(`javascript:${run}`)}`);

  await site.inbox.waitFor(admin.email, 'Message from');
  const mails = [...(await site.inbox.to(admin.email)), ...(await site.inbox.to(sender))];
  expect(mails.length).toBeGreaterThan(10);
  await page.goto('about:blank');
  for (const { html = '' } of mails) {
    expect(html).not.toBe('');
    await page.setContent(html);
  }
  for (const bar of ['V7', 'A29']) {
    recordFigures(bar, { payloads: payloads.length, mails: mails.length, 'that ran': ran - 1 });
  }
  expect(ran, 'only the trap itself').toBe(1);
  expect(person.firstName).not.toContain('<');
});
