import { beforeAll, expect, test } from 'vitest';
import type { CauseId, DonationId } from '#contract/ids.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { aLine, depositCalls, donationsOf } from '#test/support/deposits.ts';
import { aCause, aPerson } from '#test/support/factories.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { receiptsFor, switchOnReceipts } from '#test/support/receipts.ts';
import { useStripeApp } from '#test/support/stripe-app.ts';

// Checks and cash of real money get the same receipts as payments, and lose them when the money was not there.
const { testApp } = await useStripeApp({ isLive: true });
const { aConfirmedDeposit, returnLine } = depositCalls(testApp);

let causeId: CauseId;
beforeAll(async () => {
  causeId = (await aCause(testApp)).id;
  await switchOnReceipts(testApp, 'us');
});

const receipts = async (id: DonationId) =>
  (await receiptsFor(testApp, id)).map(({ state, amount }) => `${state} ${amount}`);

test('a check that names its donor gets a receipt with its booking, with or without an address', async () => {
  const { firstName, lastName, email } = aPerson();
  const named = { firstName, lastName, email };
  const deposit = await aConfirmedDeposit([aLine(causeId, named), aLine(causeId)]);
  const [reachable, unreachable] = donationsOf(deposit);
  if (!(reachable && unreachable)) throw new Error('Two lines were confirmed');
  expect(await receipts(reachable)).toEqual(['issued 5000']);
  expect(await receipts(unreachable)).toEqual(['issued 5000']);
  const mail = await testApp.inbox.waitFor(email, 'Thank you for your donation');
  expect(mail.text).toContain('12-3456789');
});

test('cash that names nobody gets none', async () => {
  const nobody = { kind: 'cash', checkNumber: '', firstName: '', lastName: '' } as const;
  const [id] = donationsOf(await aConfirmedDeposit([aLine(causeId, nobody)]));
  if (!id) throw new Error('A line was confirmed');
  expect(await receipts(id)).toEqual([]);
});

test.each(['bounce', 'reversal'] as const)(
  'a line that is taken back (%s) voids its receipt, and the donor is told',
  async (how) => {
    const { firstName, lastName, email } = aPerson();
    const deposit = await aConfirmedDeposit([aLine(causeId, { firstName, lastName, email })]);
    const [line] = deposit.lines;
    const [id] = donationsOf(deposit);
    if (!(line && id)) throw new Error('A line was confirmed');
    const before = await mailsQueuedFor(testApp, email);
    expect((await returnLine(line.id, how)).status).toBe(200);
    expect(await receipts(id)).toEqual(['void 5000']);
    expect(await mailsQueuedFor(testApp, email)).toBe(before + 1);
    expect(await checkLedger(testApp.db)).toEqual([]);
  },
);
