import type { CauseId } from '#contract/ids.ts';
import { type CauseGround, mayBeOwnMistake, ownMistakeHours } from '#core/giving/cause-changes.ts';
import type { DonationSource } from '#core/giving/donation-sources.ts';
import type { DonationBalance } from '#core/ledger/ledger.ts';
import { formatCents } from '#core/platform/money.ts';
import { AppError } from '#server/platform/errors.ts';

/* When a donation may be given to another cause. */

interface Donation extends DonationBalance {
  causeId: CauseId;
  causeName: string;
  createdAt: string;
  source: DonationSource;
  /** What of it is spent. */
  spentCents: number;
  requestedCents: number;
  isDisputed: boolean;
  /** The only need that it may go to; null for any of its cause. */
  boundTo: string | null;
  /** Whether its donor chose this cause in an announcement of the transfer. */
  isAsAnnounced: boolean;
  /** What waits for a second person, in the words of its kind; null if nothing does. */
  asked: string | null;
}

/** Throws 409 with its own sentence unless all of a donation may go to another cause on this ground. */
export function assertCauseMayChange(
  donation: Donation,
  to: { id: CauseId; name: string },
  ground: CauseGround,
  now: Date,
): void {
  if (donation.causeId === to.id) {
    throw new AppError('same_cause', `This donation is for “${to.name}” already.`, {
      causeId: 'It has this cause',
    });
  }
  const obstacle = whyCauseStays(donation) ?? whyNotOurMistake(donation, ground, now);
  if (obstacle !== null) throw new AppError('cause_stays', obstacle);
}

/** What keeps the cause of a donation, whoever wants another one; null if nothing does. */
function whyCauseStays({ causeName, ...donation }: Donation): string | null {
  const { amountCents, returnedCents, allocatedCents, spentCents, spentBeforeCents } = donation;
  if (returnedCents >= amountCents) {
    return 'All of this donation has left again, so nothing of it can go to another cause.';
  }
  if (returnedCents > 0) {
    return `${formatCents(returnedCents)} of this donation went back to its donor, so its cause stays “${causeName}”: only a whole donation can go to another one.`;
  }
  if (donation.isDisputed) {
    return 'The donor’s bank asks for the money of this donation back. Wait until the dispute is settled.';
  }
  if (donation.requestedCents > 0) {
    return `${formatCents(donation.requestedCents)} of this donation is on its way back to the donor. Only a whole donation can go to another cause.`;
  }
  if (spentCents > 0) {
    return `${formatCents(spentCents)} of this donation is spent for “${causeName}”, so its cause stays.`;
  }
  if (allocatedCents > 0) {
    return `${formatCents(allocatedCents)} of this donation is allocated to a need of “${causeName}”. Release it first.`;
  }
  if (spentBeforeCents > 0) {
    return `${formatCents(spentBeforeCents)} of this donation was spent for “${causeName}” before it was imported, so its cause stays.`;
  }
  if (donation.boundTo !== null) {
    return `The donor gave this donation for “${donation.boundTo}” only, so its cause stays until it is free.`;
  }
  if (donation.asked !== null) {
    return `Somebody has asked for something about this donation that waits for a second person: ${donation.asked}. It has to be decided or withdrawn first, under Approvals.`;
  }
  return null;
}

function whyNotOurMistake(donation: Donation, ground: CauseGround, now: Date): string | null {
  if (ground !== 'entered_by_us') return null;
  if (donation.source !== 'offline') {
    return 'We did not enter this donation: its donor chose the cause, and has to agree first.';
  }
  if (donation.isAsAnnounced) {
    return `The donor announced this transfer for “${donation.causeName}”, and has to agree first.`;
  }
  if (!mayBeOwnMistake(donation, now)) {
    return `This donation was booked more than ${ownMistakeHours} hours ago, so its donor has to agree first.`;
  }
  return null;
}
