import { isErasedAddress } from '#core/people/erased.ts';
import { profileOf, type ReceiptSettings } from '#core/receipts/receipt-profiles.ts';

/** What decides whether a donation can have a receipt. Amounts in cents. */
export interface Receiptable {
  isReal: boolean;
  amountCents: number;
  returnedCents: number;
  /** Null for a donor who told none. */
  email: string | null;
  /** Empty if nobody knows who gave it. */
  donorName: string;
  postalAddress: string;
}

/**
 * What a receipt is about: what the donor paid and did not get back. Once nothing of the donation itself is left, there is
 * no receipt.
 */
export function receiptCents({
  amountCents,
  returnedCents,
  coverCents,
}: Pick<Receiptable, 'amountCents' | 'returnedCents'> & { coverCents: number }): number {
  const left = Math.max(0, amountCents - returnedCents);
  return left === 0 ? 0 : left + coverCents;
}

/** Why there is no receipt. */
export type Obstacle = 'off' | 'test' | 'returned' | 'erased' | 'unnamed' | 'address';

/** Why a donation can have no receipt for taxes now; null if it can. */
export function obstacleTo(donation: Receiptable, settings: ReceiptSettings): Obstacle | null {
  const profile = profileOf(settings);
  if (profile === null) return 'off';
  if (!donation.isReal) return 'test';
  if (donation.returnedCents >= donation.amountCents) return 'returned';
  if (donation.email !== null && isErasedAddress(donation.email)) return 'erased';
  if (donation.donorName.trim() === '') return 'unnamed';
  if (profile.needsDonorAddress && donation.postalAddress.trim() === '') return 'address';
  return null;
}

/** The same for the team, as a sentence. */
export const obstacleTexts: Record<Obstacle, string> = {
  off: 'No receipts for taxes are issued: an owner chooses under Settings which ones.',
  test: 'This is test money, which gets no receipt with a number.',
  returned: 'Nothing of this donation is left to give a receipt for.',
  erased: 'This donor was erased, so there is nobody to name on a receipt.',
  unnamed: 'Nobody knows who gave this, so there is nobody to name on a receipt.',
  address:
    'A receipt needs the postal address of the donor. Add it on the page of the donor, and issue the receipt then.',
};
