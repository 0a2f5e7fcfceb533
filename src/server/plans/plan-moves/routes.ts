import * as contract from '#contract/plans/plan-moves.ts';
import * as commands from '#server/plans/plan-moves/commands.ts';
import { getPlanMove } from '#server/plans/plan-moves/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const planMoveRoutes = serve(contract, (deps) => {
  const { db, boss } = deps;
  return {
    getPlanMove: ({ input }) => getPlanMove(db, input.id),
    movePlans: async ({ actor, input }) => {
      await commands.movePlans(db, actor, input, boss);
      return getPlanMove(db, input.id);
    },
    cancelPlanMove: async ({ actor, input }) => {
      await commands.cancelPlanMove(db, actor, input.id, boss);
      return getPlanMove(db, input.id);
    },
  };
});
