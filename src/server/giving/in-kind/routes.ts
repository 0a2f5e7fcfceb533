import * as contract from '#contract/giving/in-kind.ts';
import * as commands from '#server/giving/in-kind/commands.ts';
import { getInKindDonation, listInKindDonations } from '#server/giving/in-kind/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

export const inKindRoutes = serve(contract, (deps: Deps & WithPayments) => {
  const { db, mailer, settings, payments } = deps;
  return {
    listInKindDonations: ({ actor, query }) =>
      listInKindDonations(db, actor, query, settings.current()),
    getInKindDonation: ({ actor, params }) =>
      getInKindDonation(db, actor, params.id, settings.current()),
    recordInKindDonation: ({ actor, body, idempotencyKey }) =>
      commands.recordInKindDonation(db, actor, body, idempotencyKey, {
        mailer,
        isReal: payments.takesRealMoney,
      }),
    voidInKindDonation: ({ actor, params, body }) =>
      commands.voidInKindDonation(db, actor, { ...params, ...body }, mailer),
    publishInKindDonation: ({ actor, params, body }) =>
      commands.publishInKindDonation(db, actor, { ...params, ...body }, mailer),
    issueInKindReceipt: ({ actor, params }) =>
      commands.issueReceiptInKind(db, actor, params.id, mailer),
  };
});
