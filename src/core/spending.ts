/** What of one allocation is still there to be spent, in cents. */
export interface Unspent {
  id: string;
  unspentCents: number;
}

/** What a payment takes from one allocation, in cents. */
export interface SpentShare {
  id: string;
  amountCents: number;
}

/**
 * Which allocations a payment of so many cents is taken from: the oldest first, each used up before the
 * next one is touched. Donors can read this rule on the public pages, and check it against their own gift.
 * Expects the allocations oldest first. Throws RangeError when there is less than the amount, or when it is
 * not a whole number of cents above 0. Source: `docs/decisions/0010-oldest-allocation-is-spent-first.md`.
 */
export function spendOldestFirst(
  amountCents: number,
  allocations: readonly Unspent[],
): SpentShare[] {
  if (!Number.isSafeInteger(amountCents) || amountCents < 1) {
    throw new RangeError(`Not an amount in whole cents above 0: ${amountCents}`);
  }
  const shares: SpentShare[] = [];
  let missing = amountCents;
  for (const { id, unspentCents } of allocations) {
    if (missing === 0) break;
    const taken = Math.min(missing, unspentCents);
    if (taken > 0) shares.push({ id, amountCents: taken });
    missing -= taken;
  }
  if (missing > 0) throw new RangeError(`${missing} cents more than there is to spend`);
  return shares;
}
