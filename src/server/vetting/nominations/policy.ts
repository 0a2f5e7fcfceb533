import { countInWords } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { undoMinutes } from '#core/vetting/decision-reasons.ts';
import {
  canReceiveFunds,
  flagsOf,
  type NominationAction,
  type NominationFlags,
  type NominationStatus,
  nominationActions,
  nominationStatus,
  statusAfter,
} from '#core/vetting/nomination-status.ts';
import { AppError } from '#server/platform/errors.ts';
import type { DecisionFacts } from '#server/vetting/nominations/decision-facts.ts';

/* Which decision is possible about a nomination, and what to know before. */

type Nomination = NominationFlags & { allocatedCents: number };

/** Throws 409 unless the action is available in the nomination's current status. */
export function assertActionAllowed(nomination: Nomination, action: NominationAction): void {
  const status = nominationStatus(nomination);
  if (!nominationActions(status).includes(action)) {
    throw new AppError(
      'illegal_status_change',
      `This nomination is ${status}, so it cannot be ${statusAfter[action]}.`,
    );
  }
  if (action === 'reject') assertWithoutMoney(nomination, 'reject it');
}

/**
 * What an administrator should know before deciding, because the nominator would read something sad or surprising, or
 * less than they expect. Empty if nothing of that kind is the case.
 */
export function decisionWarnings(action: NominationAction, facts: DecisionFacts): string[] {
  switch (action) {
    case 'accept':
      return [];
    case 'reject':
      return [
        ...(facts.knownStatus === 'accepted'
          ? ['We have told the nominator that this nomination was accepted.']
          : []),
        ...(facts.hadMoney ? ['Money was allocated to this nomination before.'] : []),
      ];
    case 'complete':
      return completionWarnings(facts);
  }
}

/** What a decision does to the public page, whatever the nominator knows. */
export function pageWarnings(
  action: NominationAction,
  { isPagePublished, didNotWorkOut }: Pick<DecisionFacts, 'isPagePublished' | 'didNotWorkOut'>,
): string[] {
  if (action === 'reject' && isPagePublished) {
    return ['Its public page is published. Rejecting it hides the page from everyone immediately.'];
  }
  if (action === 'complete' && didNotWorkOut) {
    return [
      'The public page says that this help did not work out. Once you complete it, its state there is “Completed,” and the update stays.',
    ];
  }
  return [];
}

function completionWarnings({ allocatedCents, spentCents, provenCents }: DecisionFacts): string[] {
  if (allocatedCents === 0) return ['No money is allocated to this nomination.'];
  const unspent = allocatedCents - spentCents;
  const unproven = spentCents - provenCents;
  return [
    ...(unspent > 0
      ? [`${formatCents(unspent)} of the ${formatCents(allocatedCents)} allocated is not spent.`]
      : []),
    ...(unproven > 0
      ? [`${formatCents(unproven)} was spent without a receipt that everyone can see.`]
      : []),
  ];
}

/** Throws 409 unless the nomination can receive money: a goal says how much it should. */
export function assertMayHaveGoal(nomination: NominationFlags): void {
  if (canReceiveFunds(nomination)) return;
  throw new AppError(
    'nomination_cannot_receive',
    nomination.isCompleted
      ? 'This nomination is completed, so its goal stays as it is.'
      : 'Only an accepted nomination can have a goal. Accept it first.',
  );
}

interface Decision {
  statusBefore: NominationStatus;
  undoneAt: string | null;
  mailLeftAt: string | null;
  /** Whether the ten minutes are not over. */
  isInTime: boolean;
  /** Whether nobody has decided since. */
  isLast: boolean;
  /** Whether an update has told everybody about it. */
  isAnnounced: boolean;
}

/** Throws 409 with a specific code unless the decision can be undone. */
export function assertUndoable(decision: Decision, nomination: Nomination): void {
  if (decision.undoneAt !== null) {
    throw new AppError('already_undone', 'This decision was already undone.');
  }
  if (!decision.isLast) {
    throw new AppError(
      'illegal_status_change',
      `There is a later decision: this nomination is ${nominationStatus(nomination)} now.`,
    );
  }
  if (decision.mailLeftAt !== null || !decision.isInTime) {
    throw new AppError(
      'undo_too_late',
      `A decision can be undone for ${countInWords(undoMinutes, 'minute')}, and they are over.`,
    );
  }
  if (decision.isAnnounced) {
    throw new AppError(
      'undo_too_late',
      'An update that says that this nomination is completed has been published.',
    );
  }
  if (!flagsOf[decision.statusBefore].isAccepted) assertWithoutMoney(nomination, 'undo this');
}

function assertWithoutMoney({ allocatedCents }: Nomination, next: string): void {
  if (allocatedCents === 0) return;
  throw new AppError(
    'nomination_holds_money',
    `${formatCents(allocatedCents)} is allocated to this nomination. Release its allocations first, then ${next}.`,
  );
}
