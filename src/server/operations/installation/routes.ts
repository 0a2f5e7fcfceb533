import * as contract from '#contract/operations/installation.ts';
import { checkInstallation } from '#server/operations/installation/check-installation.ts';
import { confirmLiveSite } from '#server/operations/installation/confirm-live-site.ts';
import { getInstallation } from '#server/operations/installation/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

/** What an examination needs besides. */
interface ExaminingDeps {
  queues: readonly JobQueue[];
  /** A failure in a sentence. */
  explain: (error: unknown) => string;
}

export const installationRoutes = serve(contract, (deps: Deps & WithPayments & ExaminingDeps) => {
  const { db, storage } = deps;
  return {
    getInstallation: () => getInstallation(db),
    checkInstallation: ({ actor }) => checkInstallation(deps, actor),
    confirmLiveSite: ({ actor }) => confirmLiveSite(db, actor, storage),
  };
});
