import * as contract from '#contract/vetting/questions.ts';
import { serve } from '#server/platform/http/serve.ts';
import { askMany, askQuestions } from '#server/vetting/questions/ask-questions.ts';
import { closeQuestion, readAnswers } from '#server/vetting/questions/commands.ts';
import { listQuestions } from '#server/vetting/questions/queries.ts';
import { startChecking, startCheckingMany } from '#server/vetting/questions/start-checking.ts';
import { sendTrackingLink } from '#server/vetting/tracking-links/commands.ts';

export const questionRoutes = serve(contract, (deps) => {
  const { db, mailer } = deps;
  return {
    listQuestions: ({ params }) => listQuestions(db, params.id),
    askQuestions: ({ actor, params, body }) =>
      askQuestions(db, actor, { ...params, ...body }, mailer),
    closeQuestion: ({ actor, params }) => closeQuestion(db, actor, params.id),
    readAnswers: ({ actor, params, body }) => readAnswers(db, actor, { ...params, ...body }),
    startChecking: ({ actor, params }) => startChecking(db, actor, params.id),
    askMany: ({ actor, body, idempotencyKey }) => askMany(db, actor, body, idempotencyKey, mailer),
    startCheckingMany: ({ actor, body, idempotencyKey }) =>
      startCheckingMany(db, actor, body.ids, idempotencyKey),
    sendTrackingLink: async ({ actor, params }) => {
      await sendTrackingLink(db, actor, params.id, mailer);
      return { message: 'A new link is on its way to the nominator.' };
    },
  };
});
