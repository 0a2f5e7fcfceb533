import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/plan-moves.ts';
import * as commands from '#server/giving/plan-moves/commands.ts';
import { getPlanMove } from '#server/giving/plan-moves/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function planMoveRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, boss } = deps;
  bind(app, deps, contract.getPlanMove, ({ params }) => getPlanMove(db, params.id));
  bind(app, deps, contract.movePlans, async ({ actor, params, body }) => {
    await commands.movePlans(db, actor, { ...body, id: params.id }, boss);
    return getPlanMove(db, params.id);
  });
  bind(app, deps, contract.cancelPlanMove, async ({ actor, params }) => {
    await commands.cancelPlanMove(db, actor, params.id, boss);
    return getPlanMove(db, params.id);
  });
}
