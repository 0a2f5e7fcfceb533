import * as contract from '#contract/payments/failed-payments.ts';
import {
  countUnfinishedPayments,
  listFailedPayments,
} from '#server/payments/failed-payments/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const failedPaymentRoutes = serve(contract, (deps) => ({
  listFailedPayments: ({ input }) => listFailedPayments(deps.db, input),
  countUnfinishedPayments: () => countUnfinishedPayments(deps.db),
}));
