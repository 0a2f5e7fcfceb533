import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/in-kind.ts';
import * as commands from '#server/giving/in-kind/commands.ts';
import { getInKindDonation, listInKindDonations } from '#server/giving/in-kind/queries.ts';
import type { WithPayments } from '#server/giving/payment-provider/provider.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function inKindRoutes(app: FastifyInstance, deps: Deps & WithPayments): void {
  const { db, mailer, settings, payments } = deps;
  bind(app, deps, contract.listInKindDonations, ({ actor, query }) =>
    listInKindDonations(db, actor, query, settings.current()),
  );
  bind(app, deps, contract.getInKindDonation, ({ actor, params }) =>
    getInKindDonation(db, actor, params.id, settings.current()),
  );
  bind(app, deps, contract.recordInKindDonation, ({ actor, body, idempotencyKey }) =>
    commands.recordInKindDonation(db, actor, body, idempotencyKey, {
      mailer,
      isReal: payments.takesRealMoney,
    }),
  );
  bind(app, deps, contract.voidInKindDonation, ({ actor, params, body }) =>
    commands.voidInKindDonation(db, actor, { ...params, ...body }, mailer),
  );
  bind(app, deps, contract.publishInKindDonation, ({ actor, params, body }) =>
    commands.publishInKindDonation(db, actor, { ...params, ...body }, mailer),
  );
  bind(app, deps, contract.issueInKindReceipt, ({ actor, params }) =>
    commands.issueReceiptInKind(db, actor, params.id, mailer),
  );
}
