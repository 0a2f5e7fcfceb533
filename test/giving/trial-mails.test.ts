import { expect, test } from 'vitest';
import { donationReceipt } from '#server/giving/donations/emails.ts';
import { donationRefunded } from '#server/giving/refunds/emails.ts';
import { readConfig } from '#server/platform/config.ts';
import { newId } from '#server/platform/db/new-id.ts';

const donation = {
  id: newId<never>(),
  createdAt: '2026-01-02T03:04:05.000Z',
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

test('a receipt has the day that it was where the charity is', () => {
  const inTimeZone = (timeZone: string) =>
    donationReceipt(readConfig({}), timeZone, donation, 'https://give.example/gift#1').text;
  expect(inTimeZone('America/New_York')).toMatch(/Date: +01\/01\/2026/);
  expect(inTimeZone('UTC')).toMatch(/Date: +01\/02\/2026/);
});

test.each([
  ['real money', false],
  ['test money', true],
])('mails about %s promise a bank statement and a receipt only if there is one', (_, isTrial) => {
  const config = { ...readConfig({}), isTrial };
  const receipt = donationReceipt(config, 'UTC', donation, 'https://give.example/gift#1');
  const refunded = donationRefunded(config, refund, 'https://give.example/gift#1');
  expect(receipt.text.includes('keep this email as your receipt')).toBe(!isTrial);
  expect(refunded.text.includes('bank statement')).toBe(!isTrial);
});
