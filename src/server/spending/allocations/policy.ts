import type { CauseId, DonationId, NominationId } from '#contract/ids.ts';
import { availableCents, type DonationBalance } from '#core/ledger/ledger.ts';
import { formatCents } from '#core/platform/money.ts';
import { canReceiveFunds, type NominationFlags } from '#core/vetting/nomination-status.ts';
import { AppError } from '#server/platform/errors.ts';

/* When money may be allocated, released, and replaced. */

interface Donation extends DonationBalance {
  causeId: CauseId;
  causeName: string;
  /** The only need that it may go to; null for any of its cause. */
  boundTo: { id: NominationId; nominee: string } | null;
  /** Requested refunds, not confirmed by the payment provider yet. */
  requestedCents: number;
}

interface Nomination extends NominationFlags {
  id: NominationId;
  causeId: CauseId;
  causeName: string;
}

/** Throws 409 with a specific code unless the money may go from this donation to this nomination. */
export function assertAllocatable(
  amountCents: number,
  donation: Donation,
  nomination: Nomination,
): void {
  if (!canReceiveFunds(nomination)) {
    throw new AppError(
      'nomination_cannot_receive',
      nomination.isCompleted
        ? 'This nomination is completed, so it cannot receive more money.'
        : 'Only an accepted nomination can receive money. Accept it first.',
    );
  }
  assertSameCause(donation, nomination);
  assertNotBoundElsewhere(donation, nomination);
  assertAvailable(amountCents, donation);
}

/** Throws 409 if the amount is more than what is missing of the nomination's goal, if it has one. */
export function assertWithinGoal(
  amountCents: number,
  { goalCents, allocatedCents }: { goalCents: number | null; allocatedCents: number },
): void {
  if (goalCents === null || allocatedCents + amountCents <= goalCents) return;
  const missing = formatCents(Math.max(0, goalCents - allocatedCents));
  const beyond = formatCents(allocatedCents + amountCents - goalCents);
  throw new AppError(
    'beyond_goal',
    `The goal of this nomination is ${formatCents(goalCents)}, and ${missing} of it is missing. Confirm that it should get ${beyond} more than its goal.`,
    { isBeyondGoalMeant: `Would be ${beyond} more than the goal` },
  );
}

/** Throws 409 if the nomination is completed: its money stays where it is. */
export function assertReleasable({ isCompleted }: NominationFlags): void {
  if (isCompleted) {
    throw new AppError(
      'nomination_cannot_receive',
      'This nomination is completed, so its money stays where it is.',
    );
  }
}

/** Throws 409 unless another donation may pay for this many of the cents of an allocation. */
export function assertReplaceable(
  amountCents: number,
  allocationCents: number,
  { donationId, replacementId }: { donationId: DonationId; replacementId: DonationId },
  replacement: Donation,
  nomination: Nomination,
): void {
  if (donationId === replacementId) {
    throw new AppError('same_donation', 'Choose a different donation than the one it comes from.');
  }
  if (allocationCents === 0) {
    throw new AppError('already_released', 'This allocation was already released.');
  }
  if (amountCents > allocationCents) {
    throw new AppError(
      'insufficient_funds',
      `This allocation holds only ${formatCents(allocationCents)}.`,
      { amount: `At most ${formatCents(allocationCents)}` },
    );
  }
  assertSameCause(replacement, nomination);
  assertNotBoundElsewhere(replacement, nomination);
  assertAvailable(amountCents, replacement);
}

/** What of an allocation can be released, in cents. Throws 409 if nothing can. */
export function releasable(allocationCents: number, spentCents: number): number {
  if (allocationCents === 0) {
    throw new AppError('already_released', 'This allocation was already released.');
  }
  if (allocationCents === spentCents) {
    throw new AppError(
      'already_spent',
      'All of this allocation is spent. Undo the expense first, or move the allocation to another donation.',
    );
  }
  return allocationCents - spentCents;
}

function assertSameCause(donation: Donation, nomination: Nomination): void {
  if (donation.causeId === nomination.causeId) return;
  throw new AppError(
    'different_cause',
    `The donor gave for "${donation.causeName}", but this nomination is for "${nomination.causeName}".`,
  );
}

/** The database refuses it, too, but only this names the need. */
function assertNotBoundElsewhere({ boundTo }: Donation, nomination: Nomination): void {
  if (boundTo === null || boundTo.id === nomination.id) return;
  throw new AppError(
    'bound_to_other_need',
    `The donor gave this donation for “${boundTo.nominee}” only. Choose another donation, or wait until it is free.`,
  );
}

function assertAvailable(amountCents: number, donation: Donation): void {
  const available = Math.max(0, availableCents(donation) - donation.requestedCents);
  if (amountCents <= available) return;
  const onItsWay = `${formatCents(donation.requestedCents)} is on its way back to the donor.`;
  throw new AppError(
    'insufficient_funds',
    [
      available > 0
        ? `Only ${formatCents(available)} of this donation is still available.`
        : 'Nothing of this donation is available anymore.',
      ...(donation.requestedCents > 0 ? [onItsWay] : []),
    ].join(' '),
    { amount: `At most ${formatCents(available)}` },
  );
}
