import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/refunds.ts';
import type { WithPayments } from '#server/giving/payment-provider/provider.ts';
import * as commands from '#server/giving/refunds/commands.ts';
import { refundApproval } from '#server/giving/refunds/four-eyes.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function refundRoutes(app: FastifyInstance, deps: Deps & WithPayments): void {
  const { db, mailer, payments, settings } = deps;
  bind(
    app,
    deps,
    contract.createRefund,
    ({ actor, params, body, idempotencyKey }) =>
      commands.requestRefund(
        db,
        actor,
        { donationId: params.id, ...body },
        idempotencyKey,
        payments,
        mailer,
      ),
    { approval: refundApproval(db, settings, payments.name) },
  );
}
