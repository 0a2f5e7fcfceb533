import type { FileId } from '#contract/ids.ts';
import { isSettled, type PointState } from '#core/vetting/checklists.ts';
import { AppError } from '#server/platform/errors.ts';

/* When a point of a checklist counts as found out. */

interface FoundOut {
  state: PointState;
  proof: string;
  paperId: FileId | null;
}

/** Whether two people, or one who pressed twice, found out the same about a point. */
export function samePoint(one: FoundOut, other: FoundOut): boolean {
  return one.state === other.state && one.proof === other.proof && one.paperId === other.paperId;
}

/** Throws 400 for a required point that is settled without a word: who comes later could not tell why. */
export function assertProven(point: { isRequired: boolean }, found: FoundOut): void {
  if (!point.isRequired || !isSettled(found.state) || found.proof !== '') return;
  const message = found.state === 'done' ? 'Say how it was proved' : 'Say why it does not apply';
  throw new AppError('invalid_input', `${message}.`, { proof: message });
}
