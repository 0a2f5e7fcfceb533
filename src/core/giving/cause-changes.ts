import type { DonationSource } from '#core/giving/donation-sources.ts';

/* On what ground a donation may be given to another cause than the one that stands with it. */

/** On what ground. */
export const causeGrounds = ['donor_agreed', 'entered_by_us'] as const;
/** One of {@link causeGrounds}. */
export type CauseGround = (typeof causeGrounds)[number];

/** Each of {@link causeGrounds} in words. */
export const causeGroundWords: Record<CauseGround, string> = {
  donor_agreed: 'The donor agreed',
  entered_by_us: 'We entered the wrong cause',
};

/**
 * How long after booking it the team can say that it has entered the wrong cause, in hours: as long as somebody needs to
 * look over a deposit after a weekend. Later, only the donor knows what was meant.
 */
export const ownMistakeHours = 72;

/** Whether the team may have entered the wrong cause itself, and still can say so, at this moment. */
export function mayBeOwnMistake(
  { source, createdAt }: { source: DonationSource; createdAt: string },
  now: Date,
): boolean {
  return (
    source === 'offline' && now.getTime() - Date.parse(createdAt) <= ownMistakeHours * 3_600_000
  );
}
