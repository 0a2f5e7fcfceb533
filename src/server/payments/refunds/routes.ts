import * as contract from '#contract/payments/refunds.ts';
import { refundApproval } from '#server/payments/refunds/four-eyes.ts';
import { requestRefund } from '#server/payments/refunds/request-refund.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

export const refundRoutes = serve(contract, (deps: Deps & WithPayments) => {
  const { db, mailer, payments, settings } = deps;
  return {
    createRefund: {
      handle: ({ actor, input: { id: donationId, ...input }, idempotencyKey }) =>
        requestRefund(db, actor, { donationId, ...input }, idempotencyKey, payments, mailer),
      approval: refundApproval(db, settings, payments.name),
    },
  };
});
