import { formatCents } from '#core/money.ts';
import {
  type NominationAction,
  type NominationFlags,
  nominationActions,
  nominationStatus,
} from '#core/nomination-status.ts';
import { AppError } from '#server/platform/errors.ts';

/** What an action has done to a nomination. */
export const participle: Record<NominationAction, string> = {
  accept: 'accepted',
  reject: 'rejected',
  complete: 'completed',
};

/** Throws 409 unless the action is open to the nomination as it is now. */
export function assertActionAllowed(
  nomination: NominationFlags & { allocatedCents: number },
  action: NominationAction,
): void {
  const status = nominationStatus(nomination);
  if (!nominationActions(status).includes(action)) {
    throw new AppError(
      'illegal_status_change',
      `This nomination is ${status}, so it cannot be ${participle[action]}.`,
    );
  }
  if (action === 'reject' && nomination.allocatedCents > 0) {
    throw new AppError(
      'nomination_holds_money',
      `This nomination holds ${formatCents(nomination.allocatedCents)}. Release its allocations first, then reject it.`,
    );
  }
}
