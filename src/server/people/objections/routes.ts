import * as contract from '#contract/people/objections.ts';
import { listHolds } from '#server/people/approvals/holds.ts';
import { agreeToChange, liftHold, objectToChange } from '#server/people/objections/commands.ts';
import { serve } from '#server/platform/http/serve.ts';

const answers = {
  object: {
    follow: objectToChange,
    message:
      'Your objection counts. Everybody who approves gets an email. You can take it back with the link in yours.',
  },
  agree: {
    follow: agreeToChange,
    message: 'Thank you. Everybody who approves gets an email about it.',
  },
};

export const objectionRoutes = serve(contract, (deps) => {
  const { db, mailer, settings } = deps;
  return {
    answerChange: async ({ input: { answer, token } }) => {
      const { follow, message } = answers[answer];
      await follow(db, token, mailer);
      return { message };
    },
    listHolds: ({ actor }) => listHolds(db, actor, settings.current().timeZone),
    liftHold: ({ actor, input }) => liftHold(db, actor, input.id, mailer),
  };
});
