import { expect, test } from 'vitest';
import { transferInstructions } from '#server/giving/announced-transfers/emails.ts';
import { donationReceipt } from '#server/giving/donations/emails.ts';
import { donationRefunded } from '#server/payments/refunds/emails.ts';
import { readConfig } from '#server/platform/config.ts';
import { newId } from '#server/platform/db/new-id.ts';

const donation = {
  id: newId<never>(),
  receivedOn: '2026-01-02',
  paymentIntentId: 'pi_1',
  amountCents: 2_500,
  causeName: 'Winter coats',
  isForRunningCosts: false,
  email: 'donor@example.org',
  missingCents: 0,
  isAvailableToVolunteerTime: false,
};
const refund = {
  email: 'donor@example.org',
  donationId: newId<never>(),
  amountCents: 2_500,
  coverCents: 0,
  refundCents: 500,
  receiptChange: null,
};

test.each([
  ['real money', false],
  ['test money', true],
])(
  'mails about %s promise a bank statement only if there is one, and no receipt for taxes',
  (_, isTrial) => {
    const config = { ...readConfig({}), isTrial };
    const taxes = isTrial ? 'test' : 'off';
    const receipt = donationReceipt(config, donation, 'https://give.example/gift#1', taxes);
    const refunded = donationRefunded(config, refund, 'https://give.example/gift#1');
    expect(receipt.text.includes('This email confirms that we received your donation.')).toBe(
      !isTrial,
    );
    expect(receipt.text.includes('This was test money')).toBe(isTrial);
    expect(refunded.text.includes('bank statement')).toBe(!isTrial);
  },
);

test('a trial never tells anybody to transfer money', () => {
  const transfer = {
    email: 'tom@example.org',
    reference: 'EC-2222-222',
    amountCents: 2_500,
    causeName: 'Food',
  };
  const told = (isTrial: boolean) =>
    transferInstructions({ ...readConfig({}), isTrial }, transfer, 'IBAN GB33 BUKB 2020').text;
  expect(told(false)).toContain('transfer the money to this account:\n\n> IBAN GB33 BUKB 2020');
  expect(told(true)).toContain('please do not transfer any money');
  expect(told(true)).not.toContain('IBAN');
});

test.each([
  [0, 'All of it goes to a nominee'],
  [1_000, 'What was not returned goes to a nominee'],
  [2_500, 'all of it was returned'],
])('a receipt that is sent again after %i cents were returned says so', (returnedCents, said) => {
  const config = readConfig({});
  const told = { ...donation, returnedCents };
  const { text } = donationReceipt(config, told, 'https://give.example/gift#1', 'off');
  expect(text).toContain(said);
  expect(text.includes('All of it goes')).toBe(returnedCents === 0);
});
