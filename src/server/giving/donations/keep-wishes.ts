import type { DonationId } from '#contract/ids.ts';
import type { DedicationFields } from '#core/dedications.ts';
import { keepDedication } from '#server/giving/dedications/commands.ts';
import { readDedication } from '#server/giving/dedications/policy.ts';
import type { DonorDetails, DonorWishes } from '#server/platform/db/column-types.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/** What a donation form says beside the donation. */
export type WishFields = DedicationFields;

/** What nobody has filled in. */
const noWishes: WishFields = {
  ...{ dedicationKind: '', honoree: '', recipientName: '', recipientEmail: '' },
  ...{ dedicationMessage: '', tellsName: false, sendOn: '' },
};

/**
 * Separates what a form says beside the donation, to be kept with its checkout, from the rest; null if it says nothing.
 * 400 if it says what cannot be.
 */
export function splitWishes(
  input: DonorDetails & Partial<WishFields>,
  timeZone: string,
): { wishes: DonorWishes | null; details: DonorDetails } {
  const { dedicationKind, honoree, recipientName, recipientEmail, ...more } = {
    ...noWishes,
    ...input,
  };
  const { dedicationMessage, tellsName, sendOn, ...details } = more;
  const about = { dedicationMessage, tellsName, sendOn };
  const dedication = readDedication(
    { dedicationKind, honoree, recipientName, recipientEmail, ...about },
    timeZone,
    new Date(),
  );
  return { wishes: dedication === null ? null : { dedication }, details };
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
  await trx.updateTable('checkouts').set({ wishes: null }).where('id', '=', donationId).execute();
}
