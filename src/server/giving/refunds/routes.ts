import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/refunds.ts';
import type { Deps } from '#server/app.ts';
import * as commands from '#server/giving/refunds/commands.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function refundRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer, payments } = deps;
  bind(app, deps, contract.createRefund, ({ actor, params, body, idempotencyKey }) =>
    commands.requestRefund(
      db,
      actor,
      { donationId: params.id, ...body },
      idempotencyKey,
      payments,
      mailer,
    ),
  );
}
