import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Donation } from '#contract/giving/donations.ts';
import { DeficitNotice } from '#web/admin/giving/donations/deficit-notice.tsx';

/** The advice about a deficit of this many cents, with allocations of these amounts and what of them is spent. */
function advice(deficitAmount: number, ...allocations: [amount: number, spentAmount: number][]) {
  const parts = allocations.map(([amount, spentAmount]) => ({ amount, spentAmount }));
  const donation = { deficitAmount, allocations: parts } as Donation;
  return renderToStaticMarkup(<DeficitNotice donation={donation} />);
}

const unspent = (amount: string) => `${amount} went back to the donor after it had been allocated.`;
const spent = (amount: string) => `${amount} that went back to the donor had already been spent,`;
const lost = (amount: string) => `${amount} more went back to the donor than was donated.`;

test('a deficit of spent money is not said to be releasable', () => {
  expect(advice(5_000, [5_000, 0])).toContain(unspent('$50.00'));
  expect(advice(5_000, [5_000, 5_000])).toContain(spent('$50.00'));
  expect(advice(5_000, [5_000, 5_000])).not.toContain('Release');
});

test('each part of a deficit gets its own advice', () => {
  const text = advice(7_000, [2_000, 2_000], [4_000, 1_000]);
  for (const part of [unspent('$30.00'), spent('$30.00'), lost('$10.00')]) {
    expect(text).toContain(part);
  }
  expect(advice(1_000)).toContain(lost('$10.00'));
  expect(advice(1_000)).not.toContain('allocated');
});
