import { expect, test } from 'vitest';
import { maskAddress } from '#core/donors/donor-changes.ts';

test.each([
  ['kim@example.org', 'k…@example.org'],
  ['k@example.org', 'k…@example.org'],
  ['😀kim@example.org', '😀…@example.org'],
])('the address %s is told as %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked);
});
