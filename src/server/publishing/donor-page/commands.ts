import { sql } from 'kysely';
import type { DonationId, PlanId } from '#contract/ids.ts';
import { donorLinkHours } from '#contract/publishing/donor-page.ts';
import { createDonationToken } from '#server/donors/donation-links/commands.ts';
import { linksHeld } from '#server/donors/donors/emails.ts';
import { findDonorByAddress } from '#server/donors/donors/find-or-make-donor.ts';
import { areLinksHeld } from '#server/donors/donors/held-links.ts';
import { sendReceiptToDonor } from '#server/giving/donations/resend-receipts.ts';
import { createPlanLink } from '#server/plans/plans/plan-links.ts';
import type { Visitor } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { donorLink } from '#server/publishing/donor-page/emails.ts';
import { findOneDonation, findOnePlan } from '#server/publishing/donor-page/queries.ts';

/**
 * Mails a link to all donations of an address to it, if there are any. Runs as a job, so that response times do not tell
 * whether there are.
 */
export async function sendDonorLink(
  db: Db,
  { email: typed }: { email: string },
  mailer: Mailer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const donor = await findDonorByAddress(trx, typed);
    if (!donor) return;
    if (await areLinksHeld(trx, donor.id)) {
      const mail = linksHeld(mailer.config, donor.email);
      await mailer.enqueue(trx, { ...mail, donorId: donor.id });
      return;
    }
    const token = newToken();
    const { expiresAt } = await trx
      .insertInto('donorLinks')
      .values({
        tokenHash: hashToken(token),
        email: donor.email.toLowerCase(),
        expiresAt: sql<string>`now() + make_interval(hours => ${donorLinkHours})`,
      })
      .returning('expiresAt')
      .executeTakeFirstOrThrow();
    const mail = donorLink(mailer.config, { email: donor.email, token, expiresAt });
    await mailer.enqueue(trx, { ...mail, donorId: donor.id });
  });
}

interface OneDonation {
  token: string;
  donationId: DonationId;
}

/** The secret of a new private link to one of the donations of an address. */
export function linkToOneDonation(db: Db, which: OneDonation): Promise<string> {
  return db
    .transaction()
    .execute(async (trx) => createDonationToken(trx, await findOneDonation(trx, which)));
}

/** A new link to one of the recurring donations of an address. */
export function linkToOnePlan(
  db: Db,
  which: { token: string; planId: PlanId },
  mailer: Mailer,
): Promise<string> {
  return db
    .transaction()
    .execute(async (trx) => createPlanLink(trx, await findOnePlan(trx, which), mailer));
}

/** Mails the receipt of one of the donations of an address again. */
export function sendOneReceipt(
  db: Db,
  visitor: Visitor,
  which: OneDonation,
  mailer: Mailer,
): Promise<void> {
  return db
    .transaction()
    .execute(async (trx) =>
      sendReceiptToDonor(trx, visitor, await findOneDonation(trx, which), mailer),
    );
}

/** Deletes links that have expired, with their addresses. */
export async function deleteExpiredDonorLinks(db: Db): Promise<void> {
  await db.deleteFrom('donorLinks').where('expiresAt', '<', sql<string>`now()`).execute();
}
