import { sql } from 'kysely';
import type { DonationId } from '#contract/ids.ts';
import { donationPageUrl } from '#contract/pages.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import { newDonationLink } from '#server/donors/donation-links/emails.ts';
import { findDonationToChange } from '#server/donors/donation-links/queries.ts';
import { refuseHeldLinks } from '#server/donors/donors/held-links.ts';
import { demandRight, type TeamMember, userActor, type Visitor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { refuseTooMuchMail } from '#server/platform/misuse/mail-limit.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';

/**
 * Creates a private link to each of these donations, for an email to its donor. Returns them by the donation's
 * id. Earlier links keep working.
 */
export async function createDonationLinks(
  trx: Trx,
  donationIds: DonationId[],
  mailer: Mailer,
): Promise<Map<DonationId, string>> {
  const links = donationIds.map((donationId) => ({ donationId, token: newToken() }));
  if (links.length > 0) {
    await trx
      .insertInto('donationLinks')
      .values(links.map(({ donationId, token }) => newLink(donationId, token)))
      .execute();
  }
  const { publicUrl } = mailer.config;
  return new Map(
    links.map(({ donationId, token }) => [donationId, donationPageUrl(publicUrl, token)]),
  );
}

/** The secret of a new private link to a donation, for a donor who may see it. Earlier links keep working. */
export async function createDonationToken(trx: Trx, donationId: DonationId): Promise<string> {
  const token = newToken();
  await trx.insertInto('donationLinks').values(newLink(donationId, token)).execute();
  return token;
}

function newLink(donationId: DonationId, token: string) {
  return { donationId, tokenHash: hashToken(token), isViewOnly: false };
}

/** {@link createDonationLinks} for one donation. */
export async function createDonationLink(
  trx: Trx,
  donationId: DonationId,
  mailer: Mailer,
): Promise<string> {
  const links = await createDonationLinks(trx, [donationId], mailer);
  return links.get(donationId) ?? '';
}

/**
 * Ends every private link of a donation and emails a new one to its donor, no matter who asked for it. 429 if the address
 * has had enough of them today; then the links stay.
 */
export async function replaceDonationLink(
  db: Db,
  visitor: Visitor,
  token: string,
  mailer: Mailer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id, email } = await findDonationToChange(trx, token);
    await refuseTooMuchMail(trx, 'new-link', visitor, addressOf(email), mailer.config);
    await mailNewLink(trx, id, mailer);
  });
}

/** An administrator does the same for a donor who lost the email. */
export async function sendDonationLink(
  db: Db,
  actor: TeamMember,
  donationId: DonationId,
  mailer: Mailer,
): Promise<void> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    await mailNewLink(trx, donationId, mailer);
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'donation.link_sent',
      subjectId: donationId,
    });
  });
}

async function mailNewLink(trx: Trx, donationId: DonationId, mailer: Mailer): Promise<void> {
  const donation = await trx
    .selectFrom('donations')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select(['donorId', 'donors.email', 'amountCents', sql<string>`causes.name`.as('causeName')])
    .where('donations.id', '=', donationId)
    .executeTakeFirstOrThrow(() => notFound('donation'));
  const email = addressOf(donation.email);
  await refuseHeldLinks(trx, donation.donorId);
  await trx.deleteFrom('donationLinks').where('donationId', '=', donationId).execute();
  const url = await createDonationLink(trx, donationId, mailer);
  const mail = newDonationLink(mailer.config, { ...donation, email }, url);
  await mailer.enqueue(trx, { ...mail, donorId: donation.donorId });
}

/** Where mail to a donor goes. 409 if they were erased, or never told an address: nobody would get it. */
export function addressOf(email: string | null): string {
  if (email === null) {
    throw new AppError(
      'donor_without_address',
      'We have no email address of this donor. Add one on their page, and try again.',
    );
  }
  if (!isErasedAddress(email)) return email;
  throw new AppError('donor_erased', 'This donor was erased, so there is nobody to write to.');
}
