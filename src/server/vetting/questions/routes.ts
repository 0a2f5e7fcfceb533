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
    listQuestions: ({ input }) => listQuestions(db, input.id),
    askQuestions: ({ actor, input }) => askQuestions(db, actor, input, mailer),
    closeQuestion: ({ actor, input }) => closeQuestion(db, actor, input.id),
    readAnswers: ({ actor, input }) => readAnswers(db, actor, input),
    startChecking: ({ actor, input }) => startChecking(db, actor, input.id),
    askMany: ({ actor, input, idempotencyKey }) =>
      askMany(db, actor, input, idempotencyKey, mailer),
    startCheckingMany: ({ actor, input, idempotencyKey }) =>
      startCheckingMany(db, actor, input.ids, idempotencyKey),
    sendTrackingLink: async ({ actor, input }) => {
      await sendTrackingLink(db, actor, input.id, mailer);
      return { message: 'A new link is on its way to the nominator.' };
    },
  };
});
