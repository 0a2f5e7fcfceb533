import type { DonationId } from '#contract/ids.ts';
import type { CommentFields } from '#core/giving/comments.ts';
import type { DedicationFields } from '#core/giving/dedications.ts';
import { keepComment, readComment } from '#server/giving/comments/commands.ts';
import { keepDedication } from '#server/giving/dedications/keep-dedication.ts';
import { readDedication } from '#server/giving/dedications/read-dedication.ts';
import { keepEmployer } from '#server/giving/expected-donations/commands.ts';
import type { DonorDetails, DonorWishes } from '#server/platform/db/column-types.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/* What a donor said with a checkout, such as a dedication, until it is paid. */

/** What a donation form says beside the donation. */
export type WishFields = DedicationFields & CommentFields & { employer: string };

/** What nobody has filled in. */
const noWishes: WishFields = {
  dedicationKind: '',
  honoree: '',
  recipientName: '',
  recipientEmail: '',
  dedicationMessage: '',
  tellsName: false,
  sendOn: '',
  publicComment: '',
  mayShowComment: false,
  employer: '',
};

/**
 * Separates what a form says beside the donation, to be kept with its checkout, from the rest; null if it says nothing.
 * 400 if it says what cannot be.
 */
export function splitWishes(
  input: DonorDetails & Partial<WishFields>,
  { isAnonymous, timeZone }: { isAnonymous: boolean; timeZone: string },
): { wishes: DonorWishes | null; details: DonorDetails } {
  const { dedicationKind, honoree, recipientName, recipientEmail, ...more } = {
    ...noWishes,
    ...input,
  };
  const {
    dedicationMessage,
    tellsName,
    sendOn,
    publicComment,
    mayShowComment,
    employer,
    ...details
  } = more;
  const about = { dedicationMessage, tellsName, sendOn };
  const dedication = readDedication(
    { dedicationKind, honoree, recipientName, recipientEmail, ...about },
    timeZone,
    new Date(),
  );
  const comment = readComment({ publicComment, mayShowComment }, isAnonymous);
  const wishes = {
    ...(dedication && { dedication }),
    ...(comment !== null && { comment }),
    ...(employer !== '' && { employer }),
  };
  return { wishes: Object.keys(wishes).length === 0 ? null : wishes, details };
}

/** Turns what was said with a checkout into rows of their own, once its donation is booked. */
export async function keepWishes(
  trx: Trx,
  donationId: DonationId,
  checkout: { wishes: DonorWishes | null; network: Buffer | null },
  timeZone: string,
): Promise<void> {
  const { wishes, network } = checkout;
  if (wishes === null) return;
  if (wishes.dedication) {
    await keepDedication(trx, donationId, wishes.dedication, { network, timeZone });
  }
  if (wishes.comment !== undefined) await keepComment(trx, donationId, wishes.comment);
  if (wishes.employer !== undefined) await keepEmployer(trx, donationId, wishes.employer);
  await trx.updateTable('checkouts').set({ wishes: null }).where('id', '=', donationId).execute();
}
