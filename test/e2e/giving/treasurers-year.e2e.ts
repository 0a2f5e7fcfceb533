import { expect, type Page } from '@playwright/test';
import { listBankMonths } from '#contract/banking/bank-months.ts';
import { createDonation } from '#contract/giving/donations.ts';
import { type CauseId, donationId } from '#contract/ids.ts';
import { getSettings, saveSettings } from '#contract/operations/settings.ts';
import { getCardCosts } from '#contract/provider/card-costs.ts';
import { recordExpense } from '#contract/spending/expenses.ts';
import { coverFor } from '#core/ledger/card-costs.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import {
  anAccountNumber,
  type BankStoryLine,
  camt,
  closingOf,
  ofx1,
} from '#test/support/bank-files.ts';
import { openSignedIn, person, type Site, startSite, unique } from '#test/support/browser.ts';
import { demoWithStripe, test } from '#test/support/demo-site.ts';
import type { FakeStripe } from '#test/support/fake-stripe.ts';
import { runScript } from '#test/support/run-script.ts';
import { picture } from '#test/support/sample-files.ts';
import { tell, tellAll } from '#test/support/stripe-site.ts';
import { onRelease } from '#test/support/tier.ts';

// A year of money on the demo, of which a treasurer sees everything in the browser. The clock of Stripe begins a year ago.

const oneDay = 86_400_000;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const daysAgo = (days: number) => dayOf(Date.now() - days * oneDay);
// Long enough for the months below and the weeks before them.
const yearAgo = 388;
const rate = { basisPoints: 290, fixedCents: 30, isCoverOffered: true };
const anAddress = () => `${unique('donor').replaceAll(/\W/g, '-')}@example.com`;

interface Wish {
  amount: number;
  isCovered?: boolean;
  interval?: 'monthly';
}

/** Somebody who fills in the form and pays by card. */
async function give(site: Site, stripe: FakeStripe, causeId: CauseId, wish: Wish) {
  const { amount, isCovered = false, interval } = wish;
  const email = anAddress();
  const { url } = await site.call(createDonation, {
    body: {
      amount,
      causeId,
      ...person,
      email,
      cover: isCovered ? coverFor(amount, rate) : 0,
      ...(interval && { interval }),
    },
  });
  const session = stripe.sessionAt(url);
  stripe.pay(session);
  await tellAll(site, stripe);
  return { email, session, id: donationId.parse(session.metadata?.checkoutId) };
}

async function passMonths(count: number, site: Site, stripe: FakeStripe): Promise<void> {
  for (let month = 0; month < count; month++) {
    stripe.clock.advance({ days: 31 });
    await tellAll(site, stripe);
  }
}

/** Stripe pays out what it holds; the lines of the bank about it. */
async function payOut(site: Site, stripe: FakeStripe): Promise<BankStoryLine[]> {
  const payouts = stripe.payOut();
  stripe.clock.advance({ days: 1 });
  await tellAll(site, stripe);
  return payouts.map(({ amount, arrival_date }) => ({
    day: dayOf(arrival_date * 1000),
    cents: amount,
    text: 'STRIPE PAYOUT',
  }));
}

/** What the server does every hour, and somebody can ask for while it stands still. Returns the site that goes on. */
async function compareWithStripe(site: Site, stripe: FakeStripe): Promise<Site> {
  await site.stop();
  const env = demoWithStripe(stripe, site.dataDir);
  const { output } = await runScript('reconcile', [], env);
  expect(output).toContain('Compared');
  const next = await startSite({ ...env, PORT: new URL(site.url).port }, site.owner);
  restarted.push(next);
  return next;
}

/** Only the first one stops with its worker. */
const restarted: Site[] = [];
test.afterEach(async () => {
  for (const site of restarted.splice(0)) await site.stop();
});

async function enterChecks(page: Page, cause: string): Promise<void> {
  await page.goto('/admin/deposits');
  await page.getByRole('button', { name: 'Begin a Deposit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Begin a Deposit' });
  await dialog.getByLabel('Name').fill(unique('Box of checks'));
  await dialog.getByLabel('Counted lines').fill('2');
  await dialog.getByLabel('Counted total').fill('120.00');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await page.getByLabel('Cause, line 1').selectOption(cause);
  await page.getByLabel('Received on, line 1').fill(daysAgo(10));
  await page.getByLabel('Amount, line 1').fill('100');
  await page.getByLabel('Last name, line 1').fill('Writer');
  await page.getByLabel('Amount, line 1').press('Enter');
  await page.getByLabel('Amount, line 2').fill('20');
  await confirmEntered(page);
}

async function confirmEntered(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save and Close' }).click();
  await page.getByRole('button', { name: 'Confirm Deposit' }).click();
  await expect(page.getByText('Confirmed. The lines are donations now.')).toBeVisible();
}

/** Says what a line is that nothing in the books stands for. */
async function say(page: Page, text: string, what: string, reason?: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: text }).getByRole('link').first().click();
  const dialog = page.getByRole('dialog', { name: 'Bank Line' });
  await dialog.getByLabel('Matched with').selectOption(what);
  if (reason !== undefined) await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Match', exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function importStatement(page: Page, name: string, content: string): Promise<void> {
  await page.getByRole('button', { name: 'Import Statements' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Statements' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(content) });
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog).toBeHidden();
}

test(
  'after a year, the books, Stripe, and the bank agree to the cent, and every donor has a statement',
  onRelease,
  async ({ page, site: firstSite, stripe }) => {
    test.setTimeout(300_000);
    let site = firstSite;
    const settings = await site.call(getSettings, {});
    await site.call(saveSettings, { body: { ...settings, cardCosts: rate } });
    const cause = await site.addCause();
    // The account of the demo has had no line since its last statement.
    await openSignedIn(page, '/admin/bank', site.owner);
    await page.getByRole('link', { name: 'Lakeside Bank, checking' }).click();
    const known = await page.getByRole('definition').filter({ hasText: '$' }).innerText();
    const today = { account: '000417739920', firstDay: daysAgo(0), lastDay: daysAgo(0), lines: [] };
    const openingCents = parseAmount(known.replaceAll(/[$,]/g, '')) ?? 0;
    await importStatement(page, 'today.ofx', ofx1({ ...today, openingCents }));
    const { months } = await site.call(listBankMonths, {});
    const heldBefore = months[0]?.figures.provider ?? 0;
    const { costs: costsBefore } = await site.call(getCardCosts, {});
    stripe.clock.set(new Date(Date.now() - yearAgo * oneDay));
    // Only the comparison of each hour finds what Billing costs, and this year has no hours.
    stripe.account.billingBasisPoints = 0;
    const covered = await give(site, stripe, cause.id, {
      amount: 2_500,
      isCovered: true,
      interval: 'monthly',
    });
    const failing = await give(site, stripe, cause.id, { amount: 1_000, interval: 'monthly' });
    await give(site, stripe, cause.id, { amount: 5_000 });
    const spent = await give(site, stripe, cause.id, { amount: 3_000 });
    const disputed = await give(site, stripe, cause.id, { amount: 4_000, isCovered: true });

    // A renewal fails twice; the team sees it, and the bank pays when Stripe tries once more.
    stripe.bankAnswers(
      stripe.subscriptionOf(failing.session),
      ...(['insufficient_funds', 'insufficient_funds', 'approved'] as const),
    );
    stripe.clock.advance({ days: 32 });
    await tellAll(site, stripe);
    await page.goto('/admin/plans');
    const plans = page.getByRole('table', { name: 'Recurring donations' });
    const ours = plans.getByRole('row').filter({ hasText: cause.name });
    await expect(ours.filter({ hasText: 'Payment failed' })).toHaveCount(1);
    stripe.clock.advance({ days: 8 });
    await tellAll(site, stripe);
    await page.reload();
    await expect(ours.filter({ hasText: 'Active' })).toHaveCount(2);

    await passMonths(5, site, stripe);
    await tell(site, stripe.dispute(disputed.session));
    const lines = await payOut(site, stripe);
    site = await compareWithStripe(site, stripe);
    await passMonths(6, site, stripe);
    lines.push(...(await payOut(site, stripe)));

    await page.goto(`/admin/donations?showFullyAllocated=true&causeId=${cause.id}`);
    const row = page.getByRole('row').filter({ hasText: '$50.00' });
    await row.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
    const refund = page.getByRole('dialog', { name: 'Refund Donation' });
    await refund.getByLabel('Reason').fill('The donor asked for it');
    await refund.getByRole('button', { name: 'Refund' }).click();
    await expect(page.getByText('$50.00 refunded')).toBeVisible();
    await tellAll(site, stripe);
    site = await compareWithStripe(site, stripe);

    await enterChecks(page, cause.name);
    lines.push({ day: daysAgo(8), cents: 12_000, text: 'DEPOSIT OF CHECKS' });
    const nominationId = await site.addNomination(cause.id, unique('Maria Lopez'));
    await site.accept(nominationId);
    await site.allocate(spent.id, nominationId, 3_000);
    const receipt = await site.upload(nominationId, 'receipt', await picture());
    await site.call(recordExpense, {
      params: { id: nominationId },
      body: {
        payee: 'Stove Shop',
        paidOn: daysAgo(6),
        amount: 3_000,
        purpose: 'A new stove',
        receiptKind: 'vendor_receipt',
        receiptIds: [receipt],
      },
    });
    lines.push({ day: daysAgo(5), cents: -3_000, text: 'STOVE SHOP' });

    await page.goto('/admin/bank');
    await page.getByRole('button', { name: 'Add Bank Account' }).click();
    const adding = page.getByRole('dialog', { name: 'Add Bank Account' });
    await adding.getByLabel('Name').fill('Checking');
    await adding.getByRole('button', { name: 'Add Bank Account' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checking');
    const middle = daysAgo(150);
    const first = {
      account: anAccountNumber(),
      openingCents: 10_000,
      firstDay: daysAgo(yearAgo),
      lastDay: middle,
      lines: lines.filter(({ day }) => day <= middle),
    };
    const second = {
      account: first.account,
      openingCents: closingOf(first),
      firstDay: daysAgo(149),
      lastDay: daysAgo(0),
      lines: lines.filter(({ day }) => day > middle),
    };
    await importStatement(page, 'first-half.xml', camt(first));
    await importStatement(page, 'second-half.xml', camt(second));
    // What the demo's treasurer has left for somebody to look at: a fee, money of other books, an announced transfer, and an
    // expense that is proposed as ours are.
    await page.goto('/admin/bank/lines');
    await page.getByRole('button', { name: `Accept ${lines.length + 1} Proposals` }).click();
    await expect(page.getByRole('button', { name: /^Accept/ })).toBeHidden();
    await say(page, 'Paper statement', 'fee');
    await say(page, 'Refund of overpaid bill', 'ignored', 'Paid from membership fees.');
    await page.getByRole('button', { name: 'Enter 1 Transfer' }).click();
    await confirmEntered(page);
    await page.goto('/admin/bank/lines');
    await page.getByRole('button', { name: 'Accept 1 Proposal' }).click();
    await expect(page.getByText('All lines are matched.')).toBeVisible();

    await page.goto('/admin/bank/months');
    const inAll = `So far, until ${formatDay(daysAgo(0))}: Books, payment provider, and bank agree to the cent.`;
    await expect(page.getByText(inAll)).toBeVisible();
    const table = page.getByRole('table').first();
    // Beside what the test payments of the demo hold.
    const held = sumCents(stripe.balanceTransactions.map(({ net }) => net));
    await expect(table.getByRole('row', { name: 'At the payment provider' })).toContainText(
      formatCents(heldBefore + held),
    );
    await expect(table.getByRole('row', { name: 'At the bank' })).toContainText(
      formatCents(openingCents + closingOf(second)),
    );
    await page
      .getByRole('button', { name: /^Lock / })
      .first()
      .click();
    await page
      .getByRole('dialog', { name: 'Lock a Month' })
      .getByRole('button', { name: 'Lock' })
      .click();
    await expect(page.getByText(/^Locked by Grace Okoye/)).toBeVisible();
    // A dialog that ends goes back in the history, which would cancel what the test opens next.
    await expect(page).toHaveURL(/\/months$/);
    await page.goto('/admin/card-costs');
    const fees = sumCents(stripe.balanceTransactions.map(({ fee }) => fee));
    const costs = costsBefore + fees + 600;
    await expect(
      page.getByRole('definition').filter({ hasText: formatCents(costs) }),
    ).toBeVisible();

    await page.goto('/admin/receipts/statements');
    await page.getByRole('button', { name: 'Email Statements' }).click();
    const mailing = page.getByRole('dialog', { name: 'Email Statements' });
    await mailing.getByLabel('First day').fill(daysAgo(yearAgo));
    await mailing.getByLabel('Last day').fill(daysAgo(0));
    await mailing.getByRole('button', { name: 'Email Statements' }).click();
    await expect(mailing).toBeHidden();
    const mail = await site.inbox.waitFor(covered.email, 'The statement of your donations');
    await page.goto(/\/my-statement#[\w-]+/.exec(mail.text ?? '')?.[0] ?? '');
    const paid = stripe.chargesOf(stripe.subscriptionOf(covered.session)).filter((one) => one.paid);
    expect(paid.length).toBeGreaterThan(11);
    const donations = page.getByRole('list', { name: 'Your donations' }).getByRole('listitem');
    await expect(donations).toHaveCount(paid.length);
    await expect(page.getByRole('main')).toContainText(
      formatCents(sumCents(paid.map(({ amount }) => amount))),
    );
  },
);
