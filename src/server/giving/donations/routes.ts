import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/donations.ts';
import * as commands from '#server/giving/donations/commands.ts';
import { rememberGift } from '#server/giving/donations/own-gift-cookie.ts';
import * as queries from '#server/giving/donations/queries.ts';
import { sendReceipts } from '#server/giving/donations/receipt-copies.ts';
import { setAnonymityFor } from '#server/giving/donors/anonymity.ts';
import type { WithPayments } from '#server/giving/payment-provider/provider.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { guardForm } from '#server/platform/misuse/form-guard.ts';

export function donationRoutes(app: FastifyInstance, deps: Deps & WithPayments): void {
  const { db, config, payments, mailer, settings } = deps;
  bind(app, deps, contract.listDonations, ({ actor, query }) =>
    queries.listDonations(db, actor, query),
  );
  bind(app, deps, contract.getDonation, ({ actor, params }) =>
    queries.getDonation(db, actor, params.id),
  );
  bind(app, deps, contract.setDonationAnonymity, async ({ actor, params, body }) => {
    await setAnonymityFor(db, actor, { id: params.id, ...body });
    return queries.getDonation(db, actor, params.id);
  });
  bind(app, deps, contract.sendReceipts, ({ actor, body, idempotencyKey }) =>
    sendReceipts(db, actor, body.ids, idempotencyKey, mailer),
  );
  bind(
    app,
    deps,
    contract.createDonation,
    async ({ visitor, body: { website: _, ...donation }, idempotencyKey, request, reply }) => {
      const limits = { ...config.donation, settings: settings.current() };
      const { id, url } = await commands.startDonation(
        db,
        visitor,
        donation,
        idempotencyKey,
        limits,
        payments,
      );
      rememberGift(request, reply, config, id);
      return { url };
    },
    // So many that the guests of a hall who share one address are not refused.
    { callsPerTenMinutes: 120, guard: guardForm(deps, 'donations') },
  );
}
