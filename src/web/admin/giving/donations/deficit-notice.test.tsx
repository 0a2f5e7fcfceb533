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

test('what is spent of all allocations is counted apart', () => {
  const text = advice(7_000, [2_000, 2_000], [4_000, 1_000]);
  for (const part of [
    'so $30.00 that',
    '$30.00 that was returned, or did not come after all,',
    'is $10.00 more than',
  ]) {
    expect(text).toContain(part);
  }
});

test('money that is nowhere allocated is lost', () => {
  expect(advice(1_000)).toContain(
    '$10.00 is missing.</strong> What was returned, or did not come after all, is $10.00 more',
  );
});
