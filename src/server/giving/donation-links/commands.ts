import { sql } from 'kysely';
import type { Gift } from '#contract/publishing/donation-page.ts';
import { giftUrl } from '#contract/pages.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import { newGiftLink } from '#server/giving/donation-links/emails.ts';
import { findGift, getGift } from '#server/publishing/donation-page/queries.ts';
import { setWantsUpdates } from '#server/publishing/subscriptions/commands.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Administrator } from '#server/people/sign-in/sessions.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hashToken, newToken } from '#server/people/sign-in/account-links.ts';

/** New private links to some gifts, for a mail to their donor, by the gift's id. Earlier ones go on working. */
export async function createGiftLinks(
  trx: Trx,
  mailer: Mailer,
  donationIds: string[],
): Promise<Map<string, string>> {
  const links = donationIds.map((donationId) => ({ donationId, token: newToken() }));
  if (links.length > 0) {
    await trx
      .insertInto('giftLinks')
      .values(links.map(({ donationId, token }) => ({ tokenHash: hashToken(token), donationId })))
      .execute();
  }
  const { publicUrl } = mailer.config;
  return new Map(links.map(({ donationId, token }) => [donationId, giftUrl(publicUrl, token)]));
}

/** {@link createGiftLinks} for one gift. */
export async function createGiftLink(
  trx: Trx,
  mailer: Mailer,
  donationId: string,
): Promise<string> {
  const links = await createGiftLinks(trx, mailer, [donationId]);
  return links.get(donationId) ?? '';
}

/** What a donor changes on the private page; what is left out stays. */
export function changeGift(
  db: Db,
  input: {
    token: string;
    isAvailableToVolunteerTime?: boolean | undefined;
    wantsUpdates?: boolean | undefined;
  },
): Promise<Gift> {
  const { token, isAvailableToVolunteerTime, wantsUpdates } = input;
  return db.transaction().execute(async (trx) => {
    const { id, email } = await findGift(trx, token);
    if (isAvailableToVolunteerTime !== undefined) {
      await trx
        .updateTable('donations')
        .set({ isAvailableToVolunteerTime })
        .where('id', '=', id)
        .execute();
    }
    if (wantsUpdates !== undefined) await setWantsUpdates(trx, email, wantsUpdates);
    return getGift(trx, token);
  });
}

/** Ends every private link of a gift and mails a new one: to its donor, whoever asked. */
export async function replaceGiftLink(db: Db, token: string, mailer: Mailer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id } = await findGift(trx, token);
    await mailNewLink(trx, id, mailer);
  });
}

/** An administrator does the same for a donor who lost the mail. */
export async function sendGiftLink(
  db: Db,
  actor: Administrator,
  donationId: string,
  mailer: Mailer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await mailNewLink(trx, donationId, mailer);
    await recordAudit(trx, {
      actor: `user:${actor.id}`,
      action: 'donation.link_sent',
      subjectId: donationId,
    });
  });
}

async function mailNewLink(trx: Trx, donationId: string, mailer: Mailer): Promise<void> {
  const donation = await trx
    .selectFrom('donations')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .select(['firstName', 'email', 'amountCents', sql<string>`causes.name`.as('causeName')])
    .where('donations.id', '=', donationId)
    .executeTakeFirstOrThrow(() => notFound('donation'));
  await trx.deleteFrom('giftLinks').where('donationId', '=', donationId).execute();
  const url = await createGiftLink(trx, mailer, donationId);
  await mailer.enqueue(trx, newGiftLink(mailer.config, donation, url));
}
