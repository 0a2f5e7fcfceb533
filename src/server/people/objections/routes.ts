import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/people/objections.ts';
import { listHolds } from '#server/people/approvals/holds.ts';
import * as commands from '#server/people/objections/commands.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

const answers = {
  object: {
    follow: commands.objectToChange,
    message:
      'Your objection counts. Everybody who approves gets an email. You can take it back with the link in yours.',
  },
  agree: {
    follow: commands.agreeToChange,
    message: 'Thank you. Everybody who approves gets an email about it.',
  },
};

export function objectionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer, settings } = deps;
  bind(
    app,
    deps,
    contract.answerChange,
    async ({ body: { answer, token } }) => {
      const { follow, message } = answers[answer];
      await follow(db, token, mailer);
      return { message };
    },
    { callsPerTenMinutes: 10 },
  );
  bind(app, deps, contract.listHolds, ({ actor }) =>
    listHolds(db, actor, settings.current().timeZone),
  );
  bind(app, deps, contract.liftHold, ({ actor, params }) =>
    commands.liftHold(db, actor, params.id, mailer),
  );
}
