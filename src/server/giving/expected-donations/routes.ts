import * as contract from '#contract/giving/expected-donations.ts';
import * as commands from '#server/giving/expected-donations/commands.ts';
import {
  listExpectedDonations,
  listFittingDonations,
} from '#server/giving/expected-donations/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const expectedDonationRoutes = serve(contract, (deps) => {
  const { db, mailer, settings } = deps;
  return {
    listExpectedDonations: ({ input }) => listExpectedDonations(db, input),
    addExpectedDonation: ({ actor, input, idempotencyKey }) =>
      commands.addExpectedDonation(db, actor, input, idempotencyKey),
    setExpectedDonationState: ({ actor, input }) =>
      commands.setExpectedDonationState(db, actor, input),
    describeExpectedDonation: ({ actor, input }) =>
      commands.describeExpectedDonation(db, actor, input),
    listFittingDonations: ({ input }) =>
      listFittingDonations(db, settings.current().timeZone, input),
    linkExpectedDonation: ({ actor, input }) =>
      commands.linkExpectedDonation(db, actor, input, mailer),
  };
});
