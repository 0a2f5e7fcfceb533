import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/publishing/donation-page.ts';
import * as links from '#server/giving/donation-links/commands.ts';
import { findDonationToChange } from '#server/giving/donation-links/queries.ts';
import * as receipts from '#server/giving/donations/receipt-copies.ts';
import { receiptPdfOf } from '#server/giving/receipts/receipt-pdfs.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { callerSignal } from '#server/platform/http/caller-signal.ts';
import {
  changeDonationPage,
  saveComment,
  saveDedication,
  saveEmployer,
} from '#server/publishing/donation-page/commands.ts';
import { openDonationPage } from '#server/publishing/donation-page/queries.ts';

// Nobody looks at a donation more often, and guessing links is hopeless.
const limit = { callsPerTenMinutes: 60 };

export function donationPageRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer, storage } = deps;
  bind(app, deps, contract.openDonationPage, ({ body }) => openDonationPage(db, body.token), limit);
  bind(app, deps, contract.changeDonationPage, ({ body }) => changeDonationPage(db, body), limit);
  bind(
    app,
    deps,
    contract.saveDedication,
    ({ visitor, body }) => saveDedication(db, visitor, body, mailer),
    limit,
  );
  bind(app, deps, contract.saveEmployer, ({ body }) => saveEmployer(db, body), limit);
  bind(app, deps, contract.saveComment, ({ body }) => saveComment(db, body), limit);
  bind(
    app,
    deps,
    contract.replaceDonationLink,
    async ({ visitor, body }) => {
      await links.replaceDonationLink(db, visitor, body.token, mailer);
      return { message: 'A new link is on its way to the email address of this donation.' };
    },
    { callsPerTenMinutes: 3 },
  );
  bind(
    app,
    deps,
    contract.getOwnReceipt,
    async ({ body, reply }) => {
      const signal = callerSignal(reply);
      const { id } = await findDonationToChange(db, body.token);
      return receiptPdfOf(db, storage, id, signal);
    },
    // It may have to be drawn first, which takes a second of the machine.
    { callsPerTenMinutes: 20 },
  );
  bind(
    app,
    deps,
    contract.sendReceiptByLink,
    async ({ visitor, body }) => {
      await receipts.sendReceiptByLink(db, visitor, body.token, mailer);
      return { message: 'The receipt is on its way to the email address of this donation.' };
    },
    limit,
  );
  bind(app, deps, contract.sendReceipt, async ({ actor, params }) => {
    await receipts.sendReceipt(db, actor, params.id, mailer);
    return { message: 'The receipt is on its way to the donor.' };
  });
  bind(app, deps, contract.sendDonationLink, async ({ actor, params }) => {
    await links.sendDonationLink(db, actor, params.id, mailer);
    return { message: 'A new link is on its way to the donor.' };
  });
}
