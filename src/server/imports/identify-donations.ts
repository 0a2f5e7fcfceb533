import { createHash } from 'node:crypto';
import type { ImportedDonation } from '#server/platform/db/column-types.ts';

/* By what a donation without an ID is known (decision 0050). */

/** By what a donation is known in the next file, and a hash that tells whether it has changed since. */
interface Identity {
  externalId: string;
  sha256: string;
}

/**
 * By what donations of a file without IDs are known in the next file that has them, in their order: by the day, the
 * amount, the donor, the cause, and the payment, as they are read and not as they are written. Those that are equal even
 * so are counted, and which of them is the first does not matter: a file that has them in another order, or more of
 * them, has the same ones. Null for lines that do not come in, which are not counted.
 */
export function identifyDonations(
  donations: readonly (ImportedDonation | null)[],
): (Identity | null)[] {
  const seen = new Map<string, number>();
  return donations.map((donation) => {
    if (donation === null) return null;
    const { receivedOn, amountCents, email, firstName, lastName, cause, paymentIntentId } =
      donation;
    const donor = email || `${firstName} ${lastName}`.trim();
    const words = [donor, cause].map((text) => text.normalize('NFC').toLowerCase());
    const key = JSON.stringify([receivedOn, amountCents, ...words, paymentIntentId]);
    const position = seen.get(key) ?? 0;
    seen.set(key, position + 1);
    const externalId = hashOf(`${key} ${position}`);
    return { externalId, sha256: hashOf(`${externalId} ${donation.returnedCents}`) };
  });
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
