import { availableCents, type DonationBalance } from '#core/ledger/ledger.ts';

/** What the audit trail records of a move: what the allocation holds, and both balances. */
export function balancesBeforeAndAfter(
  donation: DonationBalance,
  nomination: { allocatedCents: number },
  heldCents: number,
  movedCents: number,
) {
  const allocatedCents = donation.allocatedCents + movedCents;
  return {
    before: {
      amountCents: heldCents,
      availableCents: availableCents(donation),
      allocatedCents: nomination.allocatedCents,
    },
    after: {
      amountCents: heldCents + movedCents,
      // Not simply more by what was released: it covers a deficit first.
      availableCents: availableCents({ ...donation, allocatedCents }),
      allocatedCents: nomination.allocatedCents + movedCents,
    },
  };
}
