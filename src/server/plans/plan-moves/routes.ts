import * as contract from '#contract/plans/plan-moves.ts';
import * as commands from '#server/plans/plan-moves/commands.ts';
import { getPlanMove } from '#server/plans/plan-moves/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const planMoveRoutes = serve(contract, (deps) => {
  const { db, boss } = deps;
  return {
    getPlanMove: ({ params }) => getPlanMove(db, params.id),
    movePlans: async ({ actor, params, body }) => {
      await commands.movePlans(db, actor, { ...body, id: params.id }, boss);
      return getPlanMove(db, params.id);
    },
    cancelPlanMove: async ({ actor, params }) => {
      await commands.cancelPlanMove(db, actor, params.id, boss);
      return getPlanMove(db, params.id);
    },
  };
});
