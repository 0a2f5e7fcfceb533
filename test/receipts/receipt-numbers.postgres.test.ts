import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { DonationId } from '#contract/ids.ts';
import { defaultReceiptSettings } from '#core/receipts/receipt-profiles.ts';
import { issueReceipts } from '#server/receipts/tax-receipts/commands.ts';
import { issueReceipt } from '#server/receipts/tax-receipts/issue-receipt.ts';
import { aDonation, anAdministrator } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { untilNeeded } from '#test/support/locks.ts';
import { switchOnReceipts } from '#test/support/receipts.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aDonorWhoPays, deliver, useStripeApp } from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp({ isLive: true });
const { testApp, stripe } = stripeApp;

async function numbers(): Promise<number[]> {
  const rows = await testApp.db
    .selectFrom('donationReceipts')
    .select('serial')
    .orderBy('serial')
    .execute();
  return rows.map(({ serial }) => serial);
}

/** Donations from before receipts were switched on. */
const donationsWithout = async (count: number) => {
  await changeSettings(testApp, { receipts: defaultReceiptSettings });
  const ids: DonationId[] = [];
  for (let index = 0; index < count; index++) ids.push(await aDonation(testApp));
  return ids;
};

test('50 receipts at once, some rolled back: 1 to n without a gap or a double', {
  timeout: 300_000,
}, async () => {
  const ids = await donationsWithout(50);
  await switchOnReceipts(testApp, 'us');
  const settings = testApp.settings.current();
  let withoutNumber = ids.length;
  const outcomes = await Promise.allSettled(
    ids.map((id, index) =>
      testApp.db.transaction().execute(async (trx) => {
        const issued = await issueReceipt(trx, id, { settings, issuedBy: 'system' });
        withoutNumber -= 1;
        if (index % 5 !== 0) return issued;
        // Every fifth fails after it has a number, when another one waits for the next.
        if (withoutNumber > 0) await untilNeeded(trx);
        throw new Error('rolled back');
      }),
    ),
  );
  const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
  const serials = await numbers();
  const different = new Set(serials).size;
  recordFigures('Receipts issued by 50 transactions at once, 10 of them rolled back', {
    issued: done,
    gaps: Math.max(...serials) - different,
    doubles: serials.length - different,
  });
  expect(done).toBe(40);
  expect(serials).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

test('receipts in bulk and refunds of the same donations at once wait for each other in no circle', {
  timeout: 300_000,
}, async () => {
  const actor = await anAdministrator(testApp);
  const before = (await numbers()).length;
  await changeSettings(testApp, { receipts: defaultReceiptSettings });
  const donors: Awaited<ReturnType<typeof aDonorWhoPays>>[] = [];
  for (let index = 0; index < 12; index++) {
    const donor = await aDonorWhoPays(stripeApp, { amount: 10_000 });
    await deliver(stripeApp, stripe.pay(donor.session));
    donors.push(donor);
  }
  const ids = donors.map(({ checkoutId }) => checkoutId);
  await switchOnReceipts(testApp, 'us');
  await Promise.all([
    issueReceipts(testApp.db, actor, ids, null, testApp.mailer),
    issueReceipts(testApp.db, actor, [...ids].reverse(), null, testApp.mailer),
    ...donors.map(({ session }) => deliver(stripeApp, stripe.refund(session, 1_000))),
  ]);
  const serials = await numbers();
  expect(serials).toEqual(serials.map((_, index) => index + 1));
  expect(serials.length).toBeGreaterThanOrEqual(before + 12);
  const { rows } = await sql<{ issued: number; amount: number }>`
    select count(*)::int as issued, min(amount_cents)::int as amount from donation_receipts
    where state = 'issued' and donation_id = any(${ids}::uuid[])`.execute(testApp.db);
  expect(rows).toEqual([{ issued: 12, amount: 9_000 }]);
});

test('nothing about a receipt that was issued can be changed or deleted, whoever asks the database', async () => {
  await switchOnReceipts(testApp, 'us');
  const id = await aDonation(testApp);
  const { db } = testApp;
  const refused = async (statement: string) =>
    expect(sql.raw(statement.replaceAll('ID', `'${id}'`)).execute(db)).rejects.toThrow(/receipt/);
  await refused('delete from donation_receipts where donation_id = ID');
  await refused('truncate donation_receipts cascade');
  await refused('update donation_receipts set amount_cents = 1 where donation_id = ID');
  await refused(`update donation_receipts set donor_name = 'Somebody' where donation_id = ID`);
  await refused('update donation_receipts set serial = 900 where donation_id = ID');
  await sql`update donation_receipts set state = 'void', ended_at = now(), ended_by = 'system', end_reason = 'x'
    where donation_id = ${id}`.execute(db);
  await refused(
    `update donation_receipts set state = 'issued', ended_at = null, ended_by = null, end_reason = null where donation_id = ID`,
  );
});
