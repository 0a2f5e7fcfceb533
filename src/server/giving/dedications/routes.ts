import * as contract from '#contract/giving/dedications.ts';
import { refuseDedications } from '#server/giving/dedications/commands.ts';
import { serve } from '#server/platform/http/serve.ts';

export const dedicationRoutes = serve(contract, (deps) => ({
  refuseDedications: async ({ body }) => {
    await refuseDedications(deps.db, body.token);
    return { message: 'We will send no more such emails to your address.' };
  },
}));
