import { trackingPageUrl } from '#contract/pages.ts';
import * as contract from '#contract/vetting/nominations.ts';
import { serve } from '#server/platform/http/serve.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
import * as queries from '#server/vetting/nominations/queries.ts';
import { setGoal } from '#server/vetting/nominations/set-goal.ts';
import { submitNomination } from '#server/vetting/nominations/submit-nomination.ts';
import { rememberNomination } from '#server/vetting/nominations/thanks-cookie.ts';
import { undoDecision } from '#server/vetting/nominations/undo-decision.ts';

export const nominationRoutes = serve(contract, (deps) => {
  const { db, config, mailer, settings } = deps;
  return {
    listNominations: ({ input }) => queries.listNominations(db, input),
    findNeighbors: ({ input }) => queries.findNeighbors(db, input),
    getNomination: ({ actor, input }) => queries.getNomination(db, actor, input.id),
    createNomination: async ({
      visitor,
      input: { website: _, ...nomination },
      idempotencyKey,
      reply,
    }) => {
      const { trackingToken, ...submitted } = await submitNomination(
        db,
        visitor,
        nomination,
        mailer,
        idempotencyKey,
      );
      const { isConfirmedByEmail, reference } = submitted;
      const thanks = { email: nomination.email, isConfirmedByEmail, reference, trackingToken };
      rememberNomination(reply, config, thanks);
      return { ...submitted, trackingUrl: trackingPageUrl(config.publicUrl, trackingToken) };
    },
    updateNomination: ({ actor, input }) => changeNominationStatus(db, actor, input, mailer),
    setGoal: ({ actor, input }) => setGoal(db, actor, input, settings),
    previewDecision: ({ actor, input }) => queries.previewDecision(db, mailer, actor, input),
    undoDecision: ({ actor, input }) => undoDecision(db, actor, input, mailer),
  };
});
