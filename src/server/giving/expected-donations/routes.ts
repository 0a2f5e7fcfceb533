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
    listExpectedDonations: ({ query }) => listExpectedDonations(db, query),
    addExpectedDonation: ({ actor, body, idempotencyKey }) =>
      commands.addExpectedDonation(db, actor, body, idempotencyKey),
    setExpectedDonationState: ({ actor, params, body }) =>
      commands.setExpectedDonationState(db, actor, { ...body, id: params.id }),
    describeExpectedDonation: ({ actor, params, body }) =>
      commands.describeExpectedDonation(db, actor, { ...body, id: params.id }),
    listFittingDonations: ({ params, query }) =>
      listFittingDonations(db, settings.current().timeZone, { ...query, id: params.id }),
    linkExpectedDonation: ({ actor, params, body }) =>
      commands.linkExpectedDonation(db, actor, { ...body, id: params.id }, mailer),
  };
});
