import * as contract from '#contract/giving/in-kind.ts';
import * as commands from '#server/giving/in-kind/commands.ts';
import { getInKindDonation, listInKindDonations } from '#server/giving/in-kind/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

export const inKindRoutes = serve(contract, (deps: Deps & WithPayments) => {
  const { db, mailer, settings, payments } = deps;
  return {
    listInKindDonations: ({ actor, input }) =>
      listInKindDonations(db, actor, input, settings.current()),
    getInKindDonation: ({ actor, input }) =>
      getInKindDonation(db, actor, input.id, settings.current()),
    recordInKindDonation: ({ actor, input, idempotencyKey }) =>
      commands.recordInKindDonation(db, actor, input, idempotencyKey, {
        mailer,
        isReal: payments.takesRealMoney,
      }),
    voidInKindDonation: ({ actor, input }) => commands.voidInKindDonation(db, actor, input, mailer),
    publishInKindDonation: ({ actor, input }) =>
      commands.publishInKindDonation(db, actor, input, mailer),
    issueInKindReceipt: ({ actor, input }) =>
      commands.issueReceiptInKind(db, actor, input.id, mailer),
  };
});
