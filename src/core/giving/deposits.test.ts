import { expect, test } from 'vitest';
import { differenceOf } from '#core/giving/deposits.ts';

test('lines add up only if their number and their sum are what was counted', () => {
  const expected = { expectedCount: 2, expectedCents: 7_500 };
  const difference = (...cents: number[]) =>
    differenceOf(
      expected,
      cents.map((one) => ({ cents: one })),
    );
  expect(difference(5_000, 2_500)).toBeNull();
  expect(difference(5_000)).toBe('$25.00 is missing.');
  expect(difference(5_000, 2_501)).toBe('$0.01 is too much.');
  expect(difference(5_000, 2_000, 500)).toBe('The number of lines differs.');
});
