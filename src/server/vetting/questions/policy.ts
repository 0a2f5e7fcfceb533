import {
  type NominationFlags,
  type NominationStatus,
  nominationStatus,
} from '#core/vetting/nomination-status.ts';
import { AppError } from '#server/platform/errors.ts';

/* When a question can be asked, answered, or closed. */

/** Throws 409 unless the nomination is pending: once there is a decision, there is nothing to check. */
export function assertPending(nomination: NominationFlags): void {
  const status = nominationStatus(nomination);
  if (status === 'pending') return;
  throw new AppError('nomination_decided', `This nomination is ${status}, so its check is over.`);
}

/**
 * Whether a question can be answered. A decision closes it when the nominator is told, not before: until then the
 * decision can be undone, and an answer may be the reason for it.
 */
export function questionState(
  { closedAt }: { closedAt: string | null },
  toldStatus: NominationStatus,
): 'open' | 'closed' | 'decided' {
  if (closedAt !== null) return 'closed';
  return toldStatus === 'pending' ? 'open' : 'decided';
}

/** Throws 409 unless the question can be answered. */
export function assertOpen(...about: Parameters<typeof questionState>): void {
  const state = questionState(...about);
  if (state === 'open') return;
  throw new AppError(
    'question_closed',
    state === 'closed'
      ? 'This question is closed: we do not need an answer anymore.'
      : 'This question is closed, because there is a decision about the nomination.',
  );
}
