import type { FastifyInstance } from 'fastify';
import { trackingPageUrl } from '#contract/pages.ts';
import * as contract from '#contract/vetting/nominations.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { guardForm } from '#server/platform/misuse/form-guard.ts';
import * as commands from '#server/vetting/nominations/commands.ts';
import * as queries from '#server/vetting/nominations/queries.ts';
import { rememberNomination } from '#server/vetting/nominations/thanks-cookie.ts';

export function nominationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, mailer, settings } = deps;
  bind(app, deps, contract.listNominations, ({ query }) => queries.listNominations(db, query));
  bind(app, deps, contract.getNomination, ({ actor, params }) =>
    queries.getNomination(db, actor, params.id),
  );
  bind(
    app,
    deps,
    contract.createNomination,
    async ({ visitor, body: { website: _, ...nomination }, idempotencyKey, reply }) => {
      const { trackingToken, ...submitted } = await commands.submitNomination(
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
    { callsPerTenMinutes: 30, guard: guardForm(deps, 'nominations') },
  );
  bind(app, deps, contract.updateNomination, ({ actor, params, body }) =>
    commands.changeNominationStatus(db, actor, { ...params, ...body }, mailer),
  );
  bind(app, deps, contract.setGoal, ({ actor, params, body }) =>
    commands.setGoal(db, actor, { ...params, ...body }, settings),
  );
  bind(app, deps, contract.previewDecision, ({ actor, params, query }) =>
    queries.previewDecision(db, mailer, actor, { ...params, ...query }),
  );
  bind(app, deps, contract.undoDecision, ({ actor, params, body }) =>
    commands.undoDecision(db, actor, { ...params, ...body }, mailer),
  );
}
