import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/plan-adoptions.ts';
import type { WithPayments } from '#server/giving/payment-provider/provider.ts';
import { adoptPlans } from '#server/giving/plan-adoptions/commands.ts';
import { adoptionApproval } from '#server/giving/plan-adoptions/four-eyes.ts';
import { listOtherSubscriptions } from '#server/giving/plan-adoptions/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function planAdoptionRoutes(app: FastifyInstance, deps: Deps & WithPayments): void {
  const { db, settings, boss, payments } = deps;
  bind(app, deps, contract.listOtherSubscriptions, ({ query }) =>
    listOtherSubscriptions(db, payments, query),
  );
  bind(
    app,
    deps,
    contract.adoptPlans,
    ({ actor, body, idempotencyKey }) => adoptPlans(db, actor, body, idempotencyKey, boss),
    { approval: adoptionApproval(db, settings, boss) },
  );
}
