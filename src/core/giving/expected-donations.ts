/* Who is expected to donate, and how far that is. */

/** Who is expected to donate: an employer who matches a donation, or a donor-advised fund. */
export const expectedDonationKinds = ['employer', 'fund'] as const;

/** How far an expected donation is. */
export const expectedDonationStates = [
  'claimed',
  'confirmed',
  'paid',
  'refused',
  'expired',
] as const;
export type ExpectedDonationState = (typeof expectedDonationStates)[number];

/** Each state in words. */
export const expectedDonationWords: Record<ExpectedDonationState, string> = {
  claimed: 'Claimed',
  confirmed: 'Confirmed',
  paid: 'Paid',
  refused: 'Refused',
  expired: 'Expired',
};

/** What somebody of the team can say without a payment. */
export const saidStates = ['claimed', 'confirmed', 'refused', 'expired'] as const;

/** Words in so many names of organizations that they tell none from another. */
const commonWords = new Set(
  'a an and association bank charitable charities charity co company corp corporation foundation fund funds gift giving group inc limited llc ltd of plc the trust'.split(
    ' ',
  ),
);

/** The word by which an organization is told from others: `tellingWord("The Acme Corp.")` is `"acme"`. */
export function tellingWord(organization: string): string {
  const words = organization.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.find((word) => !commonWords.has(word)) ?? words[0] ?? organization;
}

/** After how many months nobody expects it anymore. */
export const expectedMonths = 12;
