import * as contract from '#contract/giving/failed-payments.ts';
import {
  countUnfinishedPayments,
  listFailedPayments,
} from '#server/giving/failed-payments/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const failedPaymentRoutes = serve(contract, (deps) => ({
  listFailedPayments: ({ query }) => listFailedPayments(deps.db, query),
  countUnfinishedPayments: () => countUnfinishedPayments(deps.db),
}));
