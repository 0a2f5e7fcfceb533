import type { DonationId } from '#contract/ids.ts';
import type { ManyOutcome } from '#contract/many-at-once.ts';
import type { SavedSettings } from '#contract/operations/settings.ts';
import { describeBinding } from '#core/giving/bound-donations.ts';
import { addressOf, createDonationLink } from '#server/donors/donation-links/commands.ts';
import { findDonationToChange } from '#server/donors/donation-links/queries.ts';
import { findBinding } from '#server/giving/bound-donations/queries.ts';
import { donationReceipt } from '#server/giving/donations/emails.ts';
import { lockDonation } from '#server/ledger/lock-donation.ts';
import { demandRight, type TeamMember, userActor, type Visitor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { eachRow } from '#server/platform/db/each-row.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { refuseTooMuchMail } from '#server/platform/misuse/mail-limit.ts';
import { missingCentsSql } from '#server/provider/card-costs/queries.ts';
import { lockDonations, markCopied } from '#server/receipts/tax-receipts/commands.ts';
import type { ForTaxes } from '#server/receipts/tax-receipts/emails.ts';
import { issueReceipt } from '#server/receipts/tax-receipts/issue-receipt.ts';
import { findCurrentReceipt, hasEndedReceipt } from '#server/receipts/tax-receipts/queries.ts';

/* Who may have the receipt of a donation sent again, and how often. */

/** Emails the receipt of the donation behind a private link to its donor again. */
export function sendReceiptByLink(
  db: Db,
  visitor: Visitor,
  token: string,
  mailer: Mailer,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { id } = await findDonationToChange(trx, token);
    await sendReceiptToDonor(trx, visitor, id, mailer);
  });
}

/** An administrator does the same. */
export function sendReceipt(
  db: Db,
  actor: TeamMember,
  donationId: DonationId,
  mailer: Mailer,
): Promise<void> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    await mailReceipt(trx, userActor(actor), await lockedDonation(trx, donationId), mailer);
    await auditAction(trx, actor, 'donation.receipt_sent', donationId);
  });
}

/** The same for several donations. */
export function sendReceipts(
  db: Db,
  actor: TeamMember,
  ids: DonationId[],
  idempotencyKey: string | null,
  mailer: Mailer,
): Promise<ManyOutcome<DonationId>> {
  demandRight(actor, 'money.write');
  const scope = `send receipts ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: { ids } }, async (trx) => {
    await lockDonations(trx, ids);
    return eachRow(trx, ids, async (id) => {
      await mailReceipt(trx, userActor(actor), await findDonation(trx, id), mailer);
      await auditAction(trx, actor, 'donation.receipt_sent', id);
    });
  });
}

/** Mails it as a donor asked. 429 if the address has had enough mail today. */
export async function sendReceiptToDonor(
  trx: Trx,
  visitor: Visitor,
  donationId: DonationId,
  mailer: Mailer,
): Promise<void> {
  const donation = await lockedDonation(trx, donationId);
  const to = addressOf(donation.email);
  await refuseTooMuchMail(trx, 'receipt-copy', visitor, to, mailer.config);
  await mailReceipt(trx, 'visitor', donation, mailer);
}

async function mailReceipt(
  trx: Trx,
  issuedBy: string,
  donation: Awaited<ReturnType<typeof findDonation>>,
  mailer: Mailer,
): Promise<void> {
  const email = addressOf(donation.email);
  if (donation.returnedCents >= donation.amountCents) {
    throw new AppError(
      'nothing_left',
      'All of this donation went back to the donor, so there is no receipt for it.',
    );
  }
  const link = await createDonationLink(trx, donation.id, mailer);
  const settings = await mailer.settings.read(trx);
  const taxes = await receiptToMail(trx, donation.id, settings, issuedBy);
  const found = await findBinding(trx, donation.id);
  const binding = found && describeBinding(found, settings.timeZone);
  const mail = donationReceipt(mailer.config, { ...donation, email, binding }, link, taxes);
  await mailer.enqueue(trx, { ...mail, donorId: donation.donorId });
}

/**
 * The receipt for taxes, as a copy if it was issued before. A donation of before gets its receipt now that somebody asks
 * for it, unless the team voided one: then the team decides.
 */
async function receiptToMail(
  trx: Trx,
  id: DonationId,
  settings: SavedSettings,
  issuedBy: string,
): Promise<ForTaxes> {
  const current = await findCurrentReceipt(trx, id);
  if (current !== null) {
    await markCopied(trx, current.id);
    return { document: current.document, isCopy: true };
  }
  if (await hasEndedReceipt(trx, id)) return 'off';
  const issued = await issueReceipt(trx, id, { settings, issuedBy });
  return typeof issued === 'string' ? issued : { document: issued.document, isCopy: false };
}

/** A donation behind its lock: its receipt may be issued. */
async function lockedDonation(trx: Trx, id: DonationId) {
  await lockDonation(trx, id);
  return findDonation(trx, id);
}

function findDonation(trx: Trx, id: DonationId) {
  return trx
    .selectFrom('donations')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select([
      'donations.id',
      'receivedOn',
      'paymentIntentId',
      'amountCents',
      'coverCents',
      missingCentsSql.as('missingCents'),
      'returnedCents',
      'donations.donorId',
      'donors.email',
      'isAvailableToVolunteerTime',
      'causes.name as causeName',
      'isForRunningCosts',
    ])
    .where('donations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('donation'));
}
