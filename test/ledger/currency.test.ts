import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { bookCurrency } from '#core/platform/money.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { openCurrency } from '#server/ledger/open-currency.ts';
import { ConfigError } from '#server/platform/config.ts';
import { submitNomination } from '#server/vetting/nominations/submit-nomination.ts';
import { type TestApp, useTestApp } from '#test/support/app.ts';
import { expenseCalls } from '#test/support/expenses.ts';
import {
  aCause,
  aCheckout,
  aDonation,
  anAllocation,
  aPair,
  aPerson,
  aRefund,
} from '#test/support/factories.ts';

/** Everything that holds an amount. */
const tables = [
  'checkouts',
  'donations',
  'allocations',
  'expenses',
  'ledger_entries',
  'refunds',
  'disputes',
] as const;

const currencyOf = async ({ db }: TestApp) =>
  (await db.selectFrom('books').select('currency').executeTakeFirstOrThrow()).currency;

class Undo extends Error {}

/** What `work` returns after statements of the database's owner that are taken back again. */
async function afterAll<Result>(
  { db }: TestApp,
  statements: RawBuilder<unknown>[],
  work: (db: Parameters<typeof checkLedger>[0]) => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined;
  const attempt = db.transaction().execute(async (trx) => {
    for (const statement of statements) await statement.execute(trx);
    result = await work(trx);
    throw new Undo();
  });
  await expect(attempt).rejects.toThrow(Undo);
  return result as Result;
}

describe('books without an amount', () => {
  const testApp = useTestApp({ checksEach: true });

  test('take over the configured currency, as often as it changes', async () => {
    for (const currency of ['JPY', 'KWD', 'USD']) {
      await openCurrency(testApp.db, { currency });
      expect([await currencyOf(testApp), bookCurrency()]).toEqual([currency, currency]);
    }
  });

  test('also with a nomination that names no amount, and not with one that does', async () => {
    const nominate = async (neededAmount?: number) =>
      submitNomination(
        testApp.db,
        { network: null, site: null },
        {
          nominee: 'Maria Lopez',
          causeId: (await aCause(testApp)).id,
          description: 'A furnace.',
          neededAmount,
          ...aPerson(),
        },
        testApp.mailer,
      );
    await nominate();
    await openCurrency(testApp.db, { currency: 'EUR' });
    await nominate(64_000);
    await expect(openCurrency(testApp.db, { currency: 'USD' })).rejects.toThrow(ConfigError);
    expect(await currencyOf(testApp)).toBe('EUR');
  });
});

describe('books that hold an amount', () => {
  const testApp = useTestApp({ checksEach: true });

  test('keep their currency, even if nobody has paid yet, and the refusal says what to do', async () => {
    await aCheckout(testApp);
    await expect(openCurrency(testApp.db, { currency: 'JPY' })).rejects.toThrow(
      'CURRENCY is JPY, but this database holds amounts in USD, and one database holds one currency. Set CURRENCY=USD. To begin with JPY, use another DATA_DIR or DATABASE_URL.',
    );
    // Nothing is shown in the wrong one.
    expect([await currencyOf(testApp), bookCurrency()]).toEqual(['USD', 'USD']);
    await openCurrency(testApp.db, { currency: 'USD' });
  });

  test('have every row in their currency, which no statement changes', async () => {
    const { aNeed, spend } = expenseCalls(testApp);
    const { nominationId } = await aNeed(5_000);
    await spend(nominationId, 2_000);
    const id = await aDonation(testApp);
    await aRefund(testApp, id, { amountCents: 100, status: 'pending' });
    await sql`insert into disputes (id, provider, dispute_id, payment_intent_id, donation_id, amount_cents, status)
      values (gen_random_uuid(), 'test', 'du_1', ${`pi_${id}`}, ${id}, 100, 'open')`.execute(
      testApp.db,
    );
    for (const table of tables) {
      const { rows } = await sql<{ currency: string }>`
        select distinct currency from ${sql.table(table)}`.execute(testApp.db);
      expect([table, rows]).toEqual([table, [{ currency: 'USD' }]]);
      const change = sql`update ${sql.table(table)} set currency = 'EUR'`.execute(testApp.db);
      await expect(change, table).rejects.toThrow(/foreign key|append-only/);
    }
    const books = sql`update books set currency = 'EUR'`.execute(testApp.db);
    await expect(books).rejects.toThrow(/foreign key/);
  });

  test('are checked: each row in another currency is named, and an entry no longer fits its hash', async () => {
    const { donationId, nominationId } = await aPair(testApp);
    const allocationId = await anAllocation(testApp, { donationId, nominationId, amount: 100 });
    const [entry] = await testApp.db
      .selectFrom('ledgerEntries')
      .select('id')
      .where('allocationId', '=', allocationId)
      .execute();
    const found = await afterAll(
      testApp,
      [
        sql`alter table allocations drop constraint allocations_currency_fkey`,
        sql`alter table ledger_entries drop constraint ledger_entries_currency_fkey`,
        sql`alter table ledger_entries disable trigger user`,
        sql`update allocations set currency = 'EUR' where id = ${allocationId}`,
        sql`update ledger_entries set currency = 'EUR' where id = ${entry?.id}`,
      ],
      checkLedger,
    );
    expect(found.map(({ check, id }) => [check, id])).toEqual([
      ['allocation: currency of the books', allocationId],
      ['entry: changed since it was written', entry?.id],
      ['entry: currency of the books', entry?.id],
    ]);
  });
});

describe('books in another currency than dollars', () => {
  const testApp = useTestApp({ env: { CURRENCY: 'JPY' } });

  test('hash their entries with it: as dollars they no longer fit', async () => {
    await aDonation(testApp);
    const [entry] = await testApp.db
      .selectFrom('ledgerEntries')
      .select(['id', 'currency'])
      .execute();
    expect(entry?.currency).toBe('JPY');
    const found = await afterAll(
      testApp,
      [
        sql`alter table ledger_entries drop constraint ledger_entries_currency_fkey`,
        sql`alter table ledger_entries disable trigger user`,
        sql`update ledger_entries set currency = 'USD'`,
      ],
      checkLedger,
    );
    expect(found.map(({ check, id }) => [check, id])).toEqual([
      ['entry: changed since it was written', entry?.id],
      ['entry: currency of the books', entry?.id],
    ]);
  });
});
