import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/vetting/questions.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import * as commands from '#server/vetting/questions/commands.ts';
import { listQuestions } from '#server/vetting/questions/queries.ts';
import { sendTrackingLink } from '#server/vetting/tracking-links/commands.ts';

export function questionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer } = deps;
  bind(app, deps, contract.listQuestions, ({ params }) => listQuestions(db, params.id));
  bind(app, deps, contract.askQuestions, ({ actor, params, body }) =>
    commands.askQuestions(db, actor, { ...params, ...body }, mailer),
  );
  bind(app, deps, contract.closeQuestion, ({ actor, params }) =>
    commands.closeQuestion(db, actor, params.id),
  );
  bind(app, deps, contract.readAnswers, ({ actor, params, body }) =>
    commands.readAnswers(db, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.startChecking, ({ actor, params }) =>
    commands.startChecking(db, actor, params.id),
  );
  bind(app, deps, contract.askMany, ({ actor, body, idempotencyKey }) =>
    commands.askMany(db, actor, body, idempotencyKey, mailer),
  );
  bind(app, deps, contract.startCheckingMany, ({ actor, body, idempotencyKey }) =>
    commands.startCheckingMany(db, actor, body.ids, idempotencyKey),
  );
  bind(app, deps, contract.sendTrackingLink, async ({ actor, params }) => {
    await sendTrackingLink(db, actor, params.id, mailer);
    return { message: 'A new link is on its way to the nominator.' };
  });
}
