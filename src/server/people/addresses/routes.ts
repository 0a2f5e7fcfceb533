import * as contract from '#contract/people/addresses.ts';
import * as commands from '#server/people/addresses/commands.ts';
import { serve } from '#server/platform/http/serve.ts';

const messages = {
  changed: 'The email address was changed.',
  'waits-for-new-address':
    'Thank you. The address changes once the link that we sent to the new one is opened, too.',
  'waits-for-owner':
    'Thank you. The address changes once the link that we sent to the current one is opened, too.',
};

export const addressRoutes = serve(contract, (deps) => {
  const { db, mailer } = deps;
  return {
    confirmAddress: async ({ input }) => ({
      message: messages[await commands.confirmAddress(db, input.token, mailer)],
    }),
    stopAddressChange: async ({ input }) => {
      await commands.stopAddressChange(db, input.token);
      return { message: 'The change was stopped. The email address stays as it is.' };
    },
  };
});
