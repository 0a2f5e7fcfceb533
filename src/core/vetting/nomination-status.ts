/* The status of a nomination, what may be done in each, and what can be reopened. */

/** The stored state of a nomination's vetting. Source: `docs/spec-coverage.md`, section 4. */
export interface NominationFlags {
  isAccepted: boolean;
  isRejected: boolean;
  isCompleted: boolean;
}

/** Every status, in the usual order. */
export const nominationStatuses = ['pending', 'accepted', 'rejected', 'completed'] as const;
/** One of {@link nominationStatuses}. */
export type NominationStatus = (typeof nominationStatuses)[number];

/** Each status as screens write it. */
export const nominationStatusNames: Record<NominationStatus, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  rejected: 'Rejected',
  completed: 'Completed',
};

/** Every decision about a nomination. */
export const nominationActionNames = ['accept', 'reject', 'complete'] as const;
/** What an administrator can do to a nomination's status. */
export type NominationAction = (typeof nominationActionNames)[number];

/** The status for these flags, which are checked in the specification's order. */
export function nominationStatus(flags: NominationFlags): NominationStatus {
  if (flags.isCompleted) return 'completed';
  if (flags.isAccepted) return 'accepted';
  if (flags.isRejected) return 'rejected';
  return 'pending';
}

/** The actions offered for a status: the specification's table (`docs/spec-coverage.md`, section 4), last column. */
export function nominationActions(status: NominationStatus): NominationAction[] {
  switch (status) {
    case 'pending':
      return ['accept', 'reject'];
    case 'accepted':
      return ['reject', 'complete'];
    case 'rejected':
      return ['accept'];
    case 'completed':
      return [];
  }
}

/** The flags after an action: the same table, second column. Does not check that the action is offered. */
export function applyNominationAction(
  flags: NominationFlags,
  action: NominationAction,
): NominationFlags {
  switch (action) {
    case 'accept':
      return { ...flags, isAccepted: true, isRejected: false };
    case 'reject':
      return { ...flags, isAccepted: false, isRejected: true };
    case 'complete':
      return { ...flags, isCompleted: true };
  }
}

/** The status after each action. */
export const statusAfter = {
  accept: 'accepted',
  reject: 'rejected',
  complete: 'completed',
} as const satisfies Record<NominationAction, NominationStatus>;

/** The flags of each status. */
export const flagsOf = {
  pending: { isAccepted: false, isRejected: false, isCompleted: false },
  accepted: { isAccepted: true, isRejected: false, isCompleted: false },
  rejected: { isAccepted: false, isRejected: true, isCompleted: false },
  completed: { isAccepted: true, isRejected: false, isCompleted: true },
} as const satisfies Record<NominationStatus, NominationFlags>;

/**
 * The action of a request body, or null if it is none of the three. Bodies: `{isAccepted: true, isRejected:
 * false}`, `{isRejected: true, isAccepted: false}`, `{isCompleted: true}`.
 */
export function requestedNominationAction(
  flags: Partial<NominationFlags>,
): NominationAction | null {
  const { isAccepted, isRejected, isCompleted } = flags;
  if (isCompleted !== undefined) {
    return isCompleted && isAccepted === undefined && isRejected === undefined ? 'complete' : null;
  }
  if (isAccepted === true && isRejected !== true) return 'accept';
  if (isRejected === true && isAccepted !== true) return 'reject';
  return null;
}

/** Without its personal data, nobody can decide about a nomination; of an accepted one, the nominee is known. */
export function isClosedByErasure({
  erasedAt,
  isAccepted,
}: Pick<NominationFlags, 'isAccepted'> & { erasedAt: string | null }): boolean {
  return erasedAt !== null && !isAccepted;
}

/** Only an accepted nomination that is not completed can receive money. */
export function canReceiveFunds(flags: NominationFlags): boolean {
  return nominationStatus(flags) === 'accepted';
}
