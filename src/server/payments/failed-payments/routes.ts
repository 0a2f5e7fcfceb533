import * as contract from '#contract/payments/failed-payments.ts';
import {
  countUnfinishedPayments,
  listFailedPayments,
} from '#server/payments/failed-payments/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const failedPaymentRoutes = serve(contract, (deps) => ({
  listFailedPayments: ({ query }) => listFailedPayments(deps.db, query),
  countUnfinishedPayments: () => countUnfinishedPayments(deps.db),
}));
