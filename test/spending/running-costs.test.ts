import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CauseId, NominationId } from '#contract/ids.ts';
import { getCardCosts, listOperationsEntries } from '#contract/provider/card-costs.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { runningCostsWords } from '#core/ledger/promise.ts';
import { findOpenTargets } from '#server/banking/matches/open-targets.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { bookBankFee } from '#server/provider/card-costs/commands.ts';
import { useTestApp } from '#test/support/app.ts';
import { expenseCalls, words } from '#test/support/expenses.ts';
import { aCause, aDonation, anAdministrator, aPerson } from '#test/support/factories.ts';

// Donations to a cause for running costs pay what cards and the bank cost: only such donations, and only real costs.
const testApp = useTestApp({ checksEach: true });
const { cookie, aNeed, aNeedOf, spend, correct, undo, balance } = expenseCalls(testApp);
let causeId: CauseId;
beforeAll(async () => {
  causeId = (await aCause(testApp, { isForRunningCosts: true })).id;
});
const totals = async () => (await testApp.call(getCardCosts, { cookie: await cookie() })).body;
const newest = async (limit: number) =>
  (await testApp.call(listOperationsEntries, { cookie: await cookie(), query: { limit } })).body;

/** The bank charges this much, and nobody has paid for it: nothing else is open. */
async function cost(cents: number) {
  const actor = await anAdministrator(testApp);
  const more = -cents - (await totals()).balance;
  if (more !== 0) {
    await testApp.db
      .transaction()
      .execute((trx) => bookBankFee(trx, actor, { cents: more, countsOn: '2026-01-10' }));
  }
  expect((await totals()).balance).toBe(-cents);
}
const pay = async (nominationId: NominationId, amount: number) =>
  spend(nominationId, amount, { paysCardCosts: true });

test('a donor to such a cause reads what it pays for, and of no nominee', async () => {
  const person = aPerson();
  await aDonation(testApp, { causeId, person });
  const { text = '' } = await testApp.inbox.waitFor(person.email, 'Thank you for your donation');
  const words = text.replaceAll(/\s+/g, ' ');
  expect(words).toContain(runningCostsWords);
  expect(words).not.toContain('a nominee whose need');
});

beforeEach(() => cost(1_000));
afterEach(async () => expect(await checkLedger(testApp.db)).toEqual([]));

describe('an expense that pays card costs', () => {
  test('moves the money of its donations from one book to the other, on its day', async () => {
    const { nominationId } = await aNeedOf(causeId, 1_500);
    const before = await totals();
    const { status, body } = await pay(nominationId, 1_000);
    expect([status, body.paysCardCosts]).toEqual([201, true]);
    expect(await balance(nominationId)).toEqual({ allocated: 1_500, spent: 1_000 });
    expect(await totals()).toMatchObject({
      balance: 0,
      belowSince: null,
      donated: before.donated + 1_000,
      costs: before.costs,
    });
    expect(await newest(1)).toMatchObject([
      { kind: 'running_costs', amount: 1_000, nominationId, donationId: null },
    ]);
    const impact = (await testApp.call(getImpact, {})).body;
    expect(impact.cardCosts.donated).toBe(before.donated + 1_000);
    const dated = await testApp.db
      .selectFrom('operationsEntries')
      .select('countsOn')
      .where('expenseId', '=', body.id)
      .execute();
    expect(dated).toEqual([{ countsOn: words.paidOn }]);
  });

  test('is never more than what is not paid for', async () => {
    const { nominationId } = await aNeedOf(causeId, 5_000);
    expect(await pay(nominationId, 1_001)).toMatchObject({
      status: 409,
      error: { code: 'card_costs_paid', fields: { amount: 'At most $10.00' } },
    });
    expect((await pay(nominationId, 1_000)).status).toBe(201);
    const late = await pay(nominationId, 1);
    expect(late).toMatchObject({ status: 409, error: { code: 'card_costs_paid' } });
    expect(late.error.message).toContain('All card costs are paid for.');
    expect(await balance(nominationId)).toEqual({ allocated: 5_000, spent: 1_000 });
  });

  test('needs a cause for running costs', async () => {
    const { nominationId } = await aNeed(500);
    expect(await pay(nominationId, 500)).toMatchObject({
      status: 409,
      error: { code: 'not_for_running_costs' },
    });
    expect((await spend(nominationId, 500)).status).toBe(201);
    const past = testApp.db
      .updateTable('expenses')
      .set({ paysCardCosts: true })
      .where('nominationId', '=', nominationId)
      .execute();
    await expect(past).rejects.toThrow('only paid from a cause for running costs');
  });

  test('keeps its day, on which they count, and can be corrected otherwise', async () => {
    const { nominationId } = await aNeedOf(causeId, 1_000);
    const { body } = await pay(nominationId, 600);
    expect(await correct(body.id, { paidOn: '2026-01-14' })).toMatchObject({
      status: 409,
      error: { code: 'expense_day_stays', fields: { paidOn: expect.any(String) } },
    });
    expect((await correct(body.id, { payee: 'Lakeside Bank' })).status).toBe(200);
  });

  test('does not pay them anymore once it is undone', async () => {
    const { nominationId } = await aNeedOf(causeId, 1_000);
    const { body } = await pay(nominationId, 600);
    expect((await undo(body.id)).status).toBe(200);
    expect(await totals()).toMatchObject({ balance: -1_000, belowSince: expect.any(String) });
    expect(await newest(2)).toMatchObject([
      { kind: 'running_costs', amount: -600 },
      { kind: 'running_costs', amount: 600 },
    ]);
    expect((await pay(nominationId, 1_000)).status).toBe(201);
  });

  test('keeps the fee that it paid', async () => {
    const { nominationId } = await aNeedOf(causeId, 1_000);
    const { body } = await pay(nominationId, 1_000);
    const { costs, donated } = await totals();
    // Some of it was paid by others, so only the rest could come back.
    const back = costs - donated + 1;
    const actor = await anAdministrator(testApp);
    const comesBack = (cents: number) =>
      testApp.db
        .transaction()
        .execute((trx) => bookBankFee(trx, actor, { cents, countsOn: '2026-01-11' }));
    await expect(comesBack(back)).rejects.toThrow('Donations for running costs have paid this fee');
    const past = sql`insert into operations_entries (id, kind, amount_cents, actor, counts_on, is_real)
      select gen_random_uuid(), 'bank_fee', ${back}, 'system', '2026-01-11', is_real from books`;
    await expect(past.execute(testApp.db)).rejects.toThrow('donations have paid this fee');
    await undo(body.id);
    await comesBack(back);
  });

  test('is no money that a bank will tell of', async () => {
    const { nominationId } = await aNeedOf(causeId, 1_000);
    const paid = (await pay(nominationId, 600)).body;
    const bought = (await spend(nominationId, 100)).body;
    const days = { from: words.paidOn, to: words.paidOn };
    const ids = (await findOpenTargets(testApp.db, days)).map(({ id }) => id);
    expect(ids).toContain(bought.id);
    expect(ids).not.toContain(paid.id);
  });
});

test('what a cause is for does not change after it was added', async () => {
  await expect(
    sql`update causes set is_for_running_costs = false where id = ${causeId}`.execute(testApp.db),
  ).rejects.toThrow('donors gave for it');
});
