import { formatCents } from '#core/money.ts';
import {
  type NominationAction,
  type NominationFlags,
  nominationActions,
  nominationStatus,
} from '#core/nomination-status.ts';
import { AppError } from '#server/platform/errors.ts';

/** The past participle of each action, for messages. */
export const participle: Record<NominationAction, string> = {
  accept: 'accepted',
  reject: 'rejected',
  complete: 'completed',
};

/** Throws 409 unless the action is available in the nomination's current status. */
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
      `${formatCents(nomination.allocatedCents)} is allocated to this nomination. Release its allocations first, then reject it.`,
    );
  }
}
