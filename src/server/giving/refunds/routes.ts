import * as contract from '#contract/giving/refunds.ts';
import type { WithPayments } from '#server/giving/payment-provider/provider.ts';
import * as commands from '#server/giving/refunds/commands.ts';
import { refundApproval } from '#server/giving/refunds/four-eyes.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';

export const refundRoutes = serve(contract, (deps: Deps & WithPayments) => {
  const { db, mailer, payments, settings } = deps;
  return {
    createRefund: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        commands.requestRefund(
          db,
          actor,
          { donationId: params.id, ...body },
          idempotencyKey,
          payments,
          mailer,
        ),
      approval: refundApproval(db, settings, payments.name),
    },
  };
});
