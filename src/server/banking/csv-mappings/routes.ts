import * as contract from '#contract/banking/csv-trials.ts';
import { findBankAccount } from '#server/banking/bank-accounts/queries.ts';
import { tryMapping } from '#server/banking/csv-mappings/try-mapping.ts';
import { serve } from '#server/platform/http/serve.ts';

export const csvMappingRoutes = serve(contract, ({ db }) => ({
  tryCsvMapping: async ({ input }) =>
    tryMapping(await findBankAccount(db, input.id), input.sample, input.mapping),
}));
