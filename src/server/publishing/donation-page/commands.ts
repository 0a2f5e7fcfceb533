import type { DonationPage } from '#contract/publishing/donation-page.ts';
import type { CommentFields } from '#core/giving/comments.ts';
import type { DedicationFields } from '#core/giving/dedications.ts';
import { addressOf } from '#server/donors/donation-links/commands.ts';
import { findDonationToChange } from '#server/donors/donation-links/queries.ts';
import { setAnonymity } from '#server/donors/donors/anonymity.ts';
import { keepComment, readComment } from '#server/giving/comments/commands.ts';
import { changeDedication } from '#server/giving/dedications/keep-dedication.ts';
import { keepEmployer } from '#server/giving/expected-donations/commands.ts';
import type { Visitor } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { getDonationPage } from '#server/publishing/donation-page/queries.ts';
import { setWantsUpdates } from '#server/publishing/subscriptions/commands.ts';
import { changeOffer } from '#server/volunteers/offers-of-donors.ts';

/** What a donor changes on the private page; what is omitted stays the same. */
export function changeDonationPage(
  db: Db,
  input: {
    token: string;
    isAvailableToVolunteerTime?: boolean | undefined;
    isAnonymous?: boolean | undefined;
    wantsUpdates?: boolean | undefined;
  },
): Promise<DonationPage> {
  const { token, isAvailableToVolunteerTime, isAnonymous, wantsUpdates } = input;
  return db.transaction().execute(async (trx) => {
    const { id, email } = await findDonationToChange(trx, token);
    if (isAvailableToVolunteerTime !== undefined) {
      await changeOffer(trx, id, isAvailableToVolunteerTime);
    }
    if (isAnonymous !== undefined) await setAnonymity(trx, id, isAnonymous);
    if (wantsUpdates !== undefined) await setWantsUpdates(trx, addressOf(email), wantsUpdates);
    return getDonationPage(trx, token);
  });
}

/** The donor dedicates the donation, corrects the dedication, or takes it back. */
export function saveDedication(
  db: Db,
  visitor: Visitor,
  { token, ...fields }: DedicationFields & { token: string },
  mailer: Pick<Mailer, 'settings'>,
): Promise<DonationPage> {
  return db.transaction().execute(async (trx) => {
    const donation = await findDonationToChange(trx, token);
    await changeDedication(trx, donation, fields, visitor, mailer);
    return getDonationPage(trx, token);
  });
}

/** The donor says something in public about the donation, changes it, or takes it back. */
export function saveComment(
  db: Db,
  { token, ...fields }: CommentFields & { token: string },
): Promise<DonationPage> {
  return db.transaction().execute(async (trx) => {
    const { id, isAnonymous } = await findDonationToChange(trx, token);
    await keepComment(trx, id, readComment(fields, isAnonymous));
    return getDonationPage(trx, token);
  });
}

/** The donor names the employer that may match the donation, or takes that back. */
export function saveEmployer(
  db: Db,
  { token, employer }: { token: string; employer: string },
): Promise<DonationPage> {
  return db.transaction().execute(async (trx) => {
    const { id } = await findDonationToChange(trx, token);
    await keepEmployer(trx, id, employer);
    return getDonationPage(trx, token);
  });
}
