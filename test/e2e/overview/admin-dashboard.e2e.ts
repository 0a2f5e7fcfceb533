import { rm } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import {
  admin,
  expectAccessible,
  expectTidy,
  openSignedIn,
  type Site,
  signIn,
  test,
  unique,
} from '#test/support/browser.ts';
import type { FakeStripe } from '#test/support/fake-stripe.ts';
import { freePort, startServerProcess } from '#test/support/server-process.ts';
import { eventAbout } from '#test/support/stripe/events.ts';
import { test as stripeTest, tell } from '#test/support/stripe-site.ts';
import { onRelease } from '#test/support/tier.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });

/** Starts a site of its own for the test, and signs an administrator in; both end with the test. */
type OpenFreshSite = (env: Record<string, string>) => Promise<{ page: Page; url: string }>;

const freshTest = test.extend<{ openFreshSite: OpenFreshSite }>({
  async openFreshSite({ browser }, use) {
    const closers: (() => Promise<void>)[] = [];
    await use(async (env) => {
      const server = await startServerProcess({
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        ...env,
      });
      closers.push(async () => {
        await server.stop();
        await rm(server.dataDir, { recursive: true });
      });
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      closers.push(() => context.close());
      const page = await context.newPage();
      await page.goto(`${server.url}/admin`);
      await signIn(page);
      return { page, url: server.url };
    });
    for (const close of closers.reverse()) await close();
  },
});

/** Stripe reports a payment for a checkout that the site does not know, which needs a person's attention. */
async function payUnknownCheckout(stripe: FakeStripe, site: Site, id: string): Promise<void> {
  const session = {
    id,
    object: 'checkout.session',
    status: 'complete',
    livemode: false,
    created: Math.floor(Date.now() / 1000),
    payment_status: 'paid',
    payment_intent: id.replace('cs', 'pi'),
    amount_total: 2_500,
    currency: 'usd',
    metadata: { checkoutId: '00000000-0000-7000-8000-000000000000' },
  };
  stripe.deal(session, session);
  await tell(site, eventAbout(session, 'checkout.session.completed'));
}

async function startMailServer() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => stream.on('end', () => done()).resume(),
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  return { url: `smtp://127.0.0.1:${port}`, close: () => server.close() };
}

test('the dashboard counts, says that there are no alerts, and the other pages are beside it', async ({
  page,
}) => {
  await openSignedIn(page, '/admin');
  await expect(page.getByText('# of Donations (Last 7 Days)')).toBeVisible();
  await expect(page.getByText('# of Nominations (Last 7 Days)')).toBeVisible();
  const alerts = section(page, 'Alerts');
  const done = alerts.getByRole('button', { name: /^Mark as Done/ });
  await expect(done.first().or(alerts.getByText('There are no alerts.'))).toBeVisible();
  // Other tests on this site may have left some.
  for (let left = await done.count(); left > 0; left -= 1) {
    await done.first().click();
    await expect(done).toHaveCount(left - 1);
  }
  await expect(alerts).toContainText('There are no alerts.');
  const more = page.getByRole('navigation', { name: 'More' });
  await expect(more.getByRole('link')).toHaveCount(0);
  for (const [group, name, path] of [
    ['Money In', 'Failed Payments', '/admin/failed-payments'],
    ['Money Out', 'Missing Proof', '/admin/proof'],
    ['People', 'Account', '/admin/account'],
    ['System', 'Email', '/admin/mail'],
    ['Books', 'Audit Trail', '/admin/audit'],
  ] as const) {
    await more.getByRole('button', { name: group }).click();
    await expect(more.getByRole('link', { name })).toHaveAttribute('href', path);
  }
  await more.getByRole('button', { name: 'People' }).click();
  await more.getByRole('link', { name: 'Audit Trail' }).click();
  await expect(page.getByRole('heading', { name: 'Audit Trail' })).toBeVisible();
  // As they were left, also on the next page.
  await expect(more.getByRole('button', { expanded: true })).toHaveText([
    'Money In',
    'Money Out',
    'Books',
    'System',
  ]);

  await page.setViewportSize({ width: 375, height: 700 });
  const button = page.getByRole('button', { name: 'More: Audit Trail' });
  await expect(more).toBeHidden();
  await button.click();
  await more.getByRole('button', { name: 'People' }).click();
  await more.getByRole('link', { name: 'Donors' }).click();
  await expect(page.getByRole('button', { name: 'More: Donors' })).toBeVisible();
});

freshTest(
  'a new site shows the first steps, and which of them are done',
  onRelease,
  async ({ openFreshSite }) => {
    const mail = await startMailServer();
    const { page } = await openFreshSite({
      STRIPE_SECRET_KEY: 'sk_test_of_the_test',
      STRIPE_WEBHOOK_SECRET: 'whsec_of_the_test',
      SMTP_URL: mail.url,
    });
    const steps = section(page, 'First Steps').getByRole('listitem');
    const left = steps.filter({ hasText: 'To do' });
    // Stripe's test keys and a colleague of one's own come later.
    await expect(left).toHaveCount(18);
    const order = await page.getByRole('heading', { level: 2 }).allTextContents();
    expect(order.slice(0, 3)).toEqual(['First Steps', 'Alerts', 'Waiting for You']);
    // Nothing has moved yet.
    await expect(page.getByRole('heading', { name: 'Money by Month' })).toHaveCount(0);
    await expect(page.getByText('SITE_NAME=')).toBeVisible();
    await expectAccessible(page);

    await left.getByText('Causes', { exact: true }).click();
    await left.getByRole('link', { name: 'Add a Cause' }).click();
    await page.getByLabel('Name').fill('School meals');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('cell', { name: 'School meals', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(left).toHaveCount(17);

    await left.getByText('Email, with a test').click();
    await left.getByRole('button', { name: 'Check the Installation' }).click();
    await expect(left.getByText(/accepted\. Look whether it has arrived/)).toBeVisible();
    await page.reload();
    await expect(left).toHaveCount(16);

    await left.getByText('Legal texts, read by a lawyer').click();
    await left.getByRole('button', { name: 'Mark as Done: Legal texts' }).click();
    await expect(left).toHaveCount(15);
    await page.getByText('4 steps done').click();
    await page.getByRole('button', { name: 'Mark as Not Done: Legal texts' }).click();
    await expect(left).toHaveCount(16);

    await left.getByText('A second owner', { exact: true }).click();
    await left.getByRole('link', { name: 'Invite an Owner' }).click();
    await page.getByLabel('First Name').fill('Grace');
    await page.getByLabel('Last Name').fill('Lee');
    await page.getByLabel('Email').fill('grace@example.org');
    const note = page.getByText(/^As soon as a second owner has chosen a password/);
    await expect(note).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Owner' }).check();
    await expect(note).toBeVisible();
    await page.getByRole('button', { name: 'Add User' }).last().click();
    await expect(page.getByRole('row').filter({ hasText: 'grace@example.org' })).toContainText(
      'Grace Lee',
    );
    mail.close();
  },
);

stripeTest('an alert stays until somebody marks it as done', async ({ page, site, stripe }) => {
  // Other tests may leave alerts, too.
  const alerts = section(page, 'Alerts');
  const [one, other] = [1, 2].map(() => unique('cs_unknown').replaceAll(/\W/g, '_')) as [
    string,
    string,
  ];
  const row = (session: string) => alerts.getByRole('row').filter({ hasText: session });
  const mark = (session: string) => row(session).getByRole('button', { name: /^Mark as Done: / });
  await openSignedIn(page, '/admin');
  await expect(alerts).not.toContainText(one);
  for (const session of [one, other, other]) await payUnknownCheckout(stripe, site, session);
  await page.reload();
  await expect(mark(one)).toHaveCount(1);
  await expect(mark(other)).toHaveCount(1);
  await expect(row(one).getByRole('heading', { name: /payment/i })).toBeVisible();
  await expectTidy(page, 'alerts');

  await mark(other).click();
  await expect(page.getByText('Marked as done')).toBeVisible();
  await expect(row(other)).toHaveCount(0);
  await expect(mark(one)).toHaveCount(1);
  await mark(one).click();
  await expect(row(one)).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();

  await page.goto('/admin/audit');
  const done = page.getByRole('row').filter({ hasText: 'Marked an alert as done' });
  await expect(done.nth(1)).toBeVisible();
});

test(
  'a dashboard that cannot be loaded says so and offers to try again',
  onRelease,
  async ({ page, watched }) => {
    watched.allowErrors(/Failed to load resource/);
    await openSignedIn(page, '/admin/causes');
    await page.route('**/api/alerts', (route) => route.abort());
    await page.route('**/api/dashboard', (route) => route.abort());
    await page.goto('/admin');
    await expect(page.getByText('The numbers could not be loaded.')).toBeVisible();
    await expect(page.getByText('The alerts could not be loaded.')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/alerts');
    await page.unroute('**/api/dashboard');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.first().click();
    await expect(page.getByText('# of Donations (Last 7 Days)')).toBeVisible();
    await again.click();
    await expect(page.getByText('There are no alerts.')).toBeVisible();
  },
);

test('the search is worked from the keyboard, and an older answer never replaces a newer one', async ({
  page,
}) => {
  await openSignedIn(page, '/admin/causes');
  await expect(page.getByRole('heading', { name: 'Manage Causes' })).toBeVisible();
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox', { name: 'Search everything' });
  const status = dialog.getByRole('status');
  await expect(field).toBeFocused();
  await expectAccessible(page);

  // The answer to the first text comes after that to the second one.
  const isAnswered = Promise.withResolvers<void>();
  await page.route(/search\?text=nobody-at-all/, async (route) => {
    await isAnswered.promise;
    await route.continue().catch(() => {});
  });
  const asked = page.waitForRequest(/search\?text=nobody-at-all/);
  await field.fill('nobody-at-all');
  await asked;
  await expect(status).toHaveText('Searching…');
  await field.fill('audit');
  await expect(status).toHaveText(/result/);
  isAnswered.resolve();
  await expect(dialog.getByRole('group', { name: 'Pages' })).toContainText('Audit Trail');

  await field.fill('zzqqzz');
  await expect(status).toHaveText(
    /^Nothing found for “zzqqzz”\. Looked through: Pages, Settings, Donors,/,
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.keyboard.press('Control+k');
  await field.fill('tax receipts');
  const option = dialog.getByRole('option', { name: 'Tax Receipts Books' });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tax Receipts' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Manage Causes' })).toBeVisible();
  await expect(dialog).toBeHidden();
});
