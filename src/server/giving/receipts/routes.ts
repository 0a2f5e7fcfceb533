import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/receipts.ts';
import * as commands from '#server/giving/receipts/commands.ts';
import * as queries from '#server/giving/receipts/queries.ts';
import { receiptPdf } from '#server/giving/receipts/receipt-pdfs.ts';
import { userActor } from '#server/platform/actor.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { callerSignal } from '#server/platform/http/caller-signal.ts';

export function receiptRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer, settings, storage } = deps;
  bind(app, deps, contract.listDonationReceipts, ({ query }) =>
    queries.listDonationReceipts(db, query),
  );
  bind(app, deps, contract.getDonationReceipt, ({ params }) =>
    queries.getDonationReceipt(db, params.id),
  );
  bind(app, deps, contract.getReceiptsOfDonation, ({ params }) =>
    queries.getReceiptsOfDonation(db, params.id, settings),
  );
  bind(app, deps, contract.getReceiptPdf, ({ actor, params, reply }) =>
    receiptPdf(db, storage, params.id, 'original', {
      name: userActor(actor),
      signal: callerSignal(reply),
    }),
  );
  bind(app, deps, contract.issueReceipts, ({ actor, body, idempotencyKey }) =>
    commands.issueReceipts(db, actor, body.ids, idempotencyKey, mailer),
  );
  bind(app, deps, contract.voidReceipt, ({ actor, params, body }) =>
    commands.voidReceipt(db, actor, { ...params, ...body }, mailer),
  );
  bind(app, deps, contract.replaceReceipt, ({ actor, params, body }) =>
    commands.replaceReceipt(db, actor, { ...params, ...body }, mailer),
  );
  bind(app, deps, contract.copyReceipt, ({ actor, params, reply }) =>
    commands.copyReceipt(db, actor, params.id, storage, callerSignal(reply)),
  );
  bind(app, deps, contract.setDonationGoods, ({ actor, params, body }) =>
    commands.setDonationGoods(db, actor, { donationId: params.id, goods: body.goods }, mailer),
  );
}
