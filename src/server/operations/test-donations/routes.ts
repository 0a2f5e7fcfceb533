import * as contract from '#contract/operations/test-donations.ts';
import { removeTestDonation } from '#server/operations/test-donations/commands.ts';
import { listTestDonations } from '#server/operations/test-donations/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const testDonationRoutes = serve(contract, (deps) => {
  const { db } = deps;
  return {
    listTestDonations: ({ input }) => listTestDonations(db, input),
    removeTestDonation: ({ actor, input }) => removeTestDonation(db, actor, input.id),
  };
});
