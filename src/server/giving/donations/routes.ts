import * as contract from '#contract/giving/donations.ts';
import { setAnonymityFor } from '#server/donors/donors/anonymity.ts';
import { changeDonationCause } from '#server/giving/donations/change-donation-cause.ts';
import { causeApproval } from '#server/giving/donations/four-eyes.ts';
import { rememberDonation } from '#server/giving/donations/own-donation-cookie.ts';
import * as queries from '#server/giving/donations/queries.ts';
import { sendReceipts } from '#server/giving/donations/resend-receipts.ts';
import { startDonation } from '#server/giving/donations/start-donation.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

export const donationRoutes = serve(contract, (deps: Deps & WithPayments) => {
  const { db, config, payments, mailer, settings } = deps;
  return {
    listDonations: ({ actor, input }) => queries.listDonations(db, actor, input),
    getDonation: ({ actor, input }) => queries.getDonation(db, actor, input.id),
    setDonationAnonymity: async ({ actor, input }) => {
      await setAnonymityFor(db, actor, input);
      return queries.getDonation(db, actor, input.id);
    },
    changeDonationCause: {
      handle: async ({ actor, input, idempotencyKey }) => {
        const { id } = await changeDonationCause(db, actor, input, idempotencyKey, mailer);
        return queries.getDonation(db, actor, id);
      },
      approval: causeApproval(db, deps),
    },
    sendReceipts: ({ actor, input, idempotencyKey }) =>
      sendReceipts(db, actor, input.ids, idempotencyKey, mailer),
    createDonation: async ({
      visitor,
      input: { website: _, ...donation },
      idempotencyKey,
      request,
      reply,
    }) => {
      const limits = { ...config.donation, settings: settings.current() };
      const { id, url } = await startDonation(
        db,
        visitor,
        donation,
        idempotencyKey,
        limits,
        payments,
      );
      rememberDonation(request, reply, config, id);
      return { url };
    },
  };
});
