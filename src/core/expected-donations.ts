/** Who is expected to donate: an employer who matches a donation, or a donor-advised fund. */
export const expectedDonationKinds = ['employer', 'fund'] as const;
export type ExpectedDonationKind = (typeof expectedDonationKinds)[number];

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

/** After how many months nobody expects it anymore. */
export const expectedMonths = 12;
