import * as contract from '#contract/giving/dedications.ts';
import { refuseDedications } from '#server/giving/dedications/commands.ts';
import { serve } from '#server/platform/http/serve.ts';

export const dedicationRoutes = serve(contract, (deps) => ({
  refuseDedications: async ({ input }) => {
    await refuseDedications(deps.db, input.token);
    return { message: 'We will send no more such emails to your address.' };
  },
}));
