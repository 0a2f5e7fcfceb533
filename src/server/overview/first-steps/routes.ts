import * as contract from '#contract/overview/first-steps.ts';
import { lookAtFirstSteps, markFirstStep } from '#server/overview/first-steps/commands.ts';
import { serve } from '#server/platform/http/serve.ts';

export const firstStepRoutes = serve(contract, ({ db, config, settings }) => ({
  listFirstSteps: () => lookAtFirstSteps({ db, config, settings: settings.current() }),
  markFirstStep: ({ actor, input }) => markFirstStep(db, actor, input),
}));
