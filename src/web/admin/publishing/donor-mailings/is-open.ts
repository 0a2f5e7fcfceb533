import type { DonorMailing } from '#contract/publishing/donor-mailings.ts';

/** Whether some of it is still to leave. */
export function isOpen({ stoppedAt, total, sent, leftOut }: DonorMailing): boolean {
  return stoppedAt === null && sent + leftOut < total;
}
