import { expect, test } from 'vitest';
import { idPrefix, isPaymentId } from '#core/platform/typed-ids.ts';

test.each([
  ['019ab-c', '019abc'],
  [' 019AB ', '019ab'],
  ['', ''],
  ['0'.repeat(33), null],
  ['ada@example.com', null],
  ['pi_1', null],
])('the digits of %j are %j', (text, digits) => {
  expect(idPrefix(text)).toBe(digits);
});

test.each([
  ['pi_3Qabc', true],
  ['test_0193-ab', true],
  ['pi_', false],
  ['pi_\u0000', false],
  ['ch_1', false],
])('whether %j can be the ID of a payment: %j', (text, can) => {
  expect(isPaymentId(text)).toBe(can);
});
