import { adoptAsked } from '#server/plans/plan-adoptions/adopt-asked.ts';
import { adoptionQueue } from '#server/plans/plan-adoptions/adoption-queue.ts';
import type { Deps } from '#server/platform/deps.ts';
import { workerOf } from '#server/platform/jobs/queue.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

/** Takes over what somebody has asked for: when it is queued, and every minute, for what is not confirmed yet. */
export const adoptionWorker = workerOf(
  adoptionQueue,
  (deps: Pick<Deps, 'db' | 'boss' | 'mailer'> & WithPayments) => adoptAsked(deps.db, deps),
);
