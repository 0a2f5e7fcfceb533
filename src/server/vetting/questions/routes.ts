import * as contract from '#contract/vetting/questions.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/vetting/questions/commands.ts';
import { listQuestions } from '#server/vetting/questions/queries.ts';
import { sendTrackingLink } from '#server/vetting/tracking-links/commands.ts';

export const questionRoutes = serve(contract, (deps) => {
  const { db, mailer } = deps;
  return {
    listQuestions: ({ params }) => listQuestions(db, params.id),
    askQuestions: ({ actor, params, body }) =>
      commands.askQuestions(db, actor, { ...params, ...body }, mailer),
    closeQuestion: ({ actor, params }) => commands.closeQuestion(db, actor, params.id),
    readAnswers: ({ actor, params, body }) =>
      commands.readAnswers(db, actor, { ...params, ...body }),
    startChecking: ({ actor, params }) => commands.startChecking(db, actor, params.id),
    askMany: ({ actor, body, idempotencyKey }) =>
      commands.askMany(db, actor, body, idempotencyKey, mailer),
    startCheckingMany: ({ actor, body, idempotencyKey }) =>
      commands.startCheckingMany(db, actor, body.ids, idempotencyKey),
    sendTrackingLink: async ({ actor, params }) => {
      await sendTrackingLink(db, actor, params.id, mailer);
      return { message: 'A new link is on its way to the nominator.' };
    },
  };
});
