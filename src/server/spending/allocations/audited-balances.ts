import { availableCents, type DonationBalance } from '#core/ledger/ledger.ts';

/** What the audit trail records of a move: what the allocation holds, and both balances. */
export function balancesBeforeAndAfter(
  donation: DonationBalance,
  nomination: { allocatedCents: number },
  allocationCents: number,
  movedCents: number,
) {
  const allocatedCents = donation.allocatedCents + movedCents;
  return {
    before: {
      amountCents: allocationCents,
      availableCents: availableCents(donation),
      allocatedCents: nomination.allocatedCents,
    },
    after: {
      amountCents: allocationCents + movedCents,
      // Not simply more by what was released: it covers a deficit first.
      availableCents: availableCents({ ...donation, allocatedCents }),
      allocatedCents: nomination.allocatedCents + movedCents,
    },
  };
}
