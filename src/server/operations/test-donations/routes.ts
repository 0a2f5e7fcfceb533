import * as contract from '#contract/operations/test-donations.ts';
import { removeTestDonation } from '#server/operations/test-donations/commands.ts';
import { listTestDonations } from '#server/operations/test-donations/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const testDonationRoutes = serve(contract, (deps) => {
  const { db } = deps;
  return {
    listTestDonations: ({ query }) => listTestDonations(db, query),
    removeTestDonation: ({ actor, params }) => removeTestDonation(db, actor, params.id),
  };
});
