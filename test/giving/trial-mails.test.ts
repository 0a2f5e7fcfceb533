import { expect, test } from 'vitest';
import { donationReceipt } from '#server/giving/donations/emails.ts';
import { donationRefunded } from '#server/giving/refunds/emails.ts';
import { readConfig } from '#server/platform/config.ts';
import { newId } from '#server/platform/db/new-id.ts';

const donation = {
  id: newId<never>(),
  receivedOn: '2026-01-02',
  paymentIntentId: 'pi_1',
  amountCents: 2_500,
  causeName: 'Winter coats',
  email: 'donor@example.org',
  isAvailableToVolunteerTime: false,
};
const refund = {
  email: 'donor@example.org',
  donationId: newId<never>(),
  amountCents: 2_500,
  refundCents: 500,
};

test.each([
  ['real money', false],
  ['test money', true],
])('mails about %s promise a bank statement and a receipt only if there is one', (_, isTrial) => {
  const config = { ...readConfig({}), isTrial };
  const receipt = donationReceipt(config, donation, 'https://give.example/gift#1');
  const refunded = donationRefunded(config, refund, 'https://give.example/gift#1');
  expect(receipt.text.includes('keep this email as your receipt')).toBe(!isTrial);
  expect(refunded.text.includes('bank statement')).toBe(!isTrial);
});
