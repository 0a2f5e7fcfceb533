import { availableCents, type DonationBalance } from '#core/ledger.ts';
import { formatCents } from '#core/money.ts';
import { canReceiveFunds, type NominationFlags } from '#core/nomination-status.ts';
import { AppError } from '#server/http/app-error.ts';

/** Throws 409 with its own code unless the money may go from this donation to this nomination. */
export function assertAllocatable(
  amountCents: number,
  donation: DonationBalance & { causeId: string; causeName: string },
  nomination: NominationFlags & { causeId: string; causeName: string },
): void {
  if (!canReceiveFunds(nomination)) {
    throw new AppError(
      'nomination_cannot_receive',
      nomination.isCompleted
        ? 'This nomination is completed, so it takes no more money.'
        : 'Only an accepted nomination can be given money. Accept it first.',
    );
  }
  if (donation.causeId !== nomination.causeId) {
    throw new AppError(
      'different_cause',
      `The donor gave for "${donation.causeName}", but this nomination is for "${nomination.causeName}".`,
    );
  }
  const available = availableCents(donation);
  if (amountCents > available) {
    throw new AppError(
      'insufficient_funds',
      available > 0
        ? `Only ${formatCents(available)} of this donation is still available.`
        : 'Nothing of this donation is available any more.',
      { amount: `At most ${formatCents(available)}` },
    );
  }
}
