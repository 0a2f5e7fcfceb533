import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type MatchPart, matchLine, unmatchLine } from '#contract/banking/bank-matches.ts';
import type { BankAccountId, CauseId } from '#contract/ids.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import { topUpCardCosts } from '#contract/provider/card-costs.ts';
import { coverFor, usualRate } from '#core/ledger/card-costs.ts';
import { catalog } from '#server/exports/catalog.ts';
import { bankCalls } from '#test/support/bank.ts';
import { anAccountNumber, type BankStoryLine, camt } from '#test/support/bank-files.ts';
import { aLine, depositCalls, donationsOf } from '#test/support/deposits.ts';
import { expenseCalls } from '#test/support/expenses.ts';
import { aCause, anAcceptedNomination, anAllocation, aPerson } from '#test/support/factories.ts';
import { plainFile } from '#test/support/import-files.ts';
import { importCalls } from '#test/support/imports.ts';
import { balancesOf, journalCalls } from '#test/support/journal.ts';
import { deliverAll } from '#test/support/plans.ts';
import { reconcileNow } from '#test/support/reconcile-now.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aDonorWhoPays, deliver, useStripeApp } from '#test/support/stripe-app.ts';

// What an accountant loads: on each day, its accounts are what the provider, the bank, and the books hold.
const app = await useStripeApp();
const { testApp, stripe } = app;
const { cookie, anAccount, send, linesOf } = bankCalls(testApp);
const { aConfirmedDeposit, returnLine } = depositCalls(testApp);
const { spend, undo } = expenseCalls(testApp);
const { aBookedImport } = importCalls(testApp);
const { journal, expectToAgree } = journalCalls(testApp);

const oneDay = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * oneDay).toISOString().slice(0, 10);
const [before, firstDay, received, today] = [daysAgo(24), daysAgo(20), daysAgo(9), daysAgo(0)];

async function aCardDonation(causeId: CauseId, amount: number, cover: number) {
  const { session, checkoutId } = await aDonorWhoPays(app, {
    body: { amount, cover, causeId, ...aPerson() },
  });
  await deliver(app, stripe.pay(session));
  return { id: checkoutId, session };
}

async function anExpense(causeId: CauseId, amount: number, paidOn: string) {
  const { id: donationId } = await aCardDonation(causeId, amount, 0);
  const nominationId = await anAcceptedNomination(testApp, { causeId });
  await anAllocation(testApp, { amount, donationId, nominationId });
  return (await spend(nominationId, amount, { paidOn })).body.id;
}

async function aStatement(openingCents: number, lines: BankStoryLine[]): Promise<BankAccountId> {
  const account = await anAccount();
  const story = { account: anAccountNumber(), openingCents, lines, firstDay, lastDay: today };
  expect((await send(account.id, camt(story))).status).toBe(200);
  return account.id;
}

async function lineOf(account: BankAccountId, cents: number) {
  const line = (await linesOf(account)).find((one) => one.cents === cents);
  if (!line) throw new Error(`No line of ${cents}`);
  return line.id;
}

async function match(account: BankAccountId, parts: MatchPart[], cents = parts[0]?.cents ?? 0) {
  const params = { id: await lineOf(account, cents) };
  const { status, error } = await testApp.call(matchLine, {
    cookie: await cookie(),
    params,
    body: { parts },
  });
  expect([status, error?.message]).toEqual([200, undefined]);
}

/** Everything that can happen to money, from before the first statement until today. */
async function aStory() {
  await changeSettings(testApp, {
    cardCosts: { ...usualRate(), isCoverOffered: true },
    fourEyes: { ...testApp.settings.current().fourEyes, isOn: false },
  });
  const { id: causeId } = await aCause(testApp);
  // A payout that the bank had before its first statement.
  stripe.clock.set(new Date(Date.now() - 30 * oneDay));
  await aCardDonation(causeId, 3_000, 0);
  stripe.clock.advance({ days: 3 });
  expect(stripe.payOut()).toHaveLength(1);
  stripe.clock.set(new Date(Date.now() - 8 * oneDay));
  // A payment of another site that uses the same account of the provider.
  await sql`insert into balance_transactions (id, provider, created_at, type, category, amount_cents, fee_cents, net_cents,
      currency, payment_intent_id, is_real)
    values ('txn_other_site', 'stripe', now() - interval '3 days', 'charge', 'charge', 1000, 59, 941, 'USD', 'pi_other_site',
      (select is_real from books))`.execute(testApp.db);
  // In the balance that the statement opens with, but for a check that was cashed later.
  const [old, late] = [
    await aConfirmedDeposit([aLine(causeId, { amount: 1_500, receivedOn: before })]),
    await aConfirmedDeposit([aLine(causeId, { amount: 1_700, receivedOn: before })]),
  ];
  await anExpense(causeId, 600, before);
  const undone = await anExpense(causeId, 650, before);
  const uncashed = await anExpense(causeId, 700, before);
  // Online.
  await aCardDonation(causeId, 10_000, 330);
  const refunded = await aCardDonation(causeId, 5_000, coverFor(5_000, usualRate()));
  await testApp.call(createRefund, {
    cookie: await cookie(),
    params: { id: refunded.id },
    body: { amount: 5_000, reason: 'Gave twice' },
    idempotencyKey: 'refund',
  });
  await deliverAll(app);
  stripe.clock.advance({ days: 3 });
  const payouts = stripe.payOut();
  stripe.clock.advance({ days: 1 });
  await deliverAll(app);
  const disputed = await aCardDonation(causeId, 4_000, 0);
  await deliver(app, stripe.dispute(disputed.session));
  stripe.clock.advance({ days: 1 });
  await deliverAll(app);
  await reconcileNow(testApp);
  // By itself.
  const deposit = await aConfirmedDeposit([
    aLine(causeId, { amount: 5_000, receivedOn: received }),
    aLine(causeId, { amount: 2_200, receivedOn: received, kind: 'cash', checkNumber: '' }),
  ]);
  const bounced = await aConfirmedDeposit([aLine(causeId, { amount: 900, receivedOn: received })]);
  const underway = await aConfirmedDeposit([
    aLine(causeId, { amount: 1_234, receivedOn: received }),
  ]);
  await returnLine(bounced.lines[0]?.id as never, 'bounce');
  await aBookedImport(plainFile([{ 'Gift ID': 'G-1', Amount: '5,00' }]), {
    decimalMark: ',',
    dateOrder: 'dmy',
    system: 'Our list',
  });
  await aBookedImport(plainFile([{ 'Gift ID': 'G-2', Amount: '8,00' }]), {
    decimalMark: ',',
    dateOrder: 'dmy',
    system: 'Our list',
    isSpentBefore: true,
  });
  // Out again.
  const expense = await anExpense(causeId, 2_000, daysAgo(4));
  await anExpense(causeId, 2_100, daysAgo(3));
  await undo(undone);
  await undo(await anExpense(causeId, 2_300, daysAgo(3)));
  await testApp.call(topUpCardCosts, {
    cookie: await cookie(),
    body: { amount: 4_000, direction: 'in', reason: 'From the board' },
    idempotencyKey: 'top-up',
  });
  stripe.clock.advance({ days: 1 });
  await deliverAll(app);
  await reconcileNow(testApp);
  const savings = await aStatement(3_000, [{ day: daysAgo(1), cents: 10_000 }]);
  const account = await aStatement(50_000, [
    { day: daysAgo(16), cents: 1_700 },
    { day: daysAgo(15), cents: -700 },
    ...payouts.map(({ amount }) => ({ day: daysAgo(2), cents: amount })),
    { day: daysAgo(5), cents: 7_200 },
    { day: daysAgo(5), cents: 900 },
    { day: daysAgo(4), cents: -900 },
    { day: daysAgo(3), cents: -2_000 },
    { day: daysAgo(2), cents: -250 },
    { day: daysAgo(2), cents: -260 },
    { day: daysAgo(2), cents: 3_333 },
    { day: daysAgo(2), cents: -10_000 },
    { day: daysAgo(1), cents: 4_444 },
  ]);
  const [bouncedDonation] = donationsOf(bounced) as [never];
  await match(account, [{ kind: 'deposit', id: late.id, cents: 1_700 }]);
  await match(account, [{ kind: 'expense', id: uncashed, cents: -700 }]);
  for (const { amount } of payouts) {
    const moved = await testApp.db
      .selectFrom('balanceTransactions')
      .select('id')
      .where('category', '=', 'payout')
      .where('netCents', '=', -amount)
      .executeTakeFirstOrThrow();
    await match(account, [{ kind: 'payout', id: moved.id, cents: amount }]);
  }
  await match(account, [{ kind: 'deposit', id: deposit.id, cents: 7_200 }]);
  await match(account, [{ kind: 'deposit', id: bounced.id, cents: 900 }]);
  await match(account, [{ kind: 'donation', id: bouncedDonation, cents: -900 }]);
  await match(account, [{ kind: 'expense', id: expense, cents: -2_000 }]);
  await match(account, [{ kind: 'fee', cents: -250 }]);
  await match(account, [{ kind: 'fee', cents: -260 }]);
  const params = { id: await lineOf(account, -260) };
  await testApp.call(unmatchLine, {
    cookie: await cookie(),
    params,
    body: { reason: 'It was rent' },
  });
  await match(account, [{ kind: 'ignored', cents: 3_333, reason: 'Rent of the hall' }]);
  const other = await lineOf(savings, 10_000);
  await match(account, [{ kind: 'transfer', id: other, cents: -10_000 }]);
  return { causeId, offline: [old, late, deposit, bounced, underway].flatMap(donationsOf) };
}

async function referencesInPages(limit: number): Promise<string[]> {
  const source = { db: testApp.db, timeZone: testApp.settings.current().timeZone };
  const references: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await catalog.accounting.read(source, {}, { limit, cursor });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    references.push(...page.items.map((row) => (row as { id: string }).id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return references;
}

test('the journal has every move of money, and its accounts agree with provider and bank each day', {
  timeout: 120_000,
}, async () => {
  const { offline } = await aStory();
  for (let day = 20; day >= 0; day -= 1) await expectToAgree(daysAgo(day));

  const lines = await journal();
  expect(new Set(lines.map(({ Reference }) => Reference)).size).toBe(lines.length);
  // What came by itself never touches the provider, and counts on the day on which it was received.
  const own = lines.filter(({ Donation }) => offline.some((id) => id === Donation));
  expect(own.length).toBeGreaterThan(offline.length);
  for (const line of own) {
    expect(`${line['Debit Account']} ${line['Credit Account']}`).not.toMatch(/11\d\d /);
  }
  const paid = own.filter(({ Text }) => Text?.startsWith('Payment'));
  expect(new Set(paid.map((line) => line.Date))).toEqual(new Set([before, received]));
  expect(new Set(paid.map((line) => line['Debit Account']?.slice(0, 4)))).toEqual(
    new Set(['1300']),
  );
  // Nor does what an earlier system recorded.
  const imported = lines.filter(({ Text }) => Text?.startsWith('Spent before'));
  expect(imported).toMatchObject([
    {
      'Debit Account': '2100 Donations waiting',
      'Credit Account': expect.stringMatching(/^3100 /),
    },
  ]);
  const [ofImport] = imported;
  expect(
    lines
      .filter(({ Donation }) => Donation === ofImport?.Donation)
      .map((line) => line['Debit Account']),
  ).toContain('3200 Other money of the charity (earlier system)');
  const ofTheBank = lines.filter(({ Text }) => Text?.startsWith('Fee of the bank'));
  expect(ofTheBank.map(({ Text, Amount }) => `${Text} ${Amount}`)).toEqual([
    'Fee of the bank undone 2.60',
    'Fee of the bank 2.60',
    'Fee of the bank 2.50',
  ]);
  expect(lines.filter((line) => Object.values(line).join().includes('From the board'))).toEqual([]);
  // A period has what counts in it.
  const days = lines.filter(({ Date: day = '' }) => day >= received && day < daysAgo(2));
  expect(await journal(`from=${received}&to=${daysAgo(3)}`)).toEqual(days);
  expect(balancesOf(lines)['1110']).toBe(0);
  // Page by page, it is the same.
  expect(await referencesInPages(3)).toEqual(lines.map(({ Reference }) => Reference));
});
