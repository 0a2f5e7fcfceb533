/**
 * How the money of a donation came: paid on the payment page, renewed by a plan, entered by the team, or taken over
 * from an earlier system.
 */
export const donationSources = ['online', 'renewal', 'offline', 'import'] as const;
/** One of {@link donationSources}. */
export type DonationSource = (typeof donationSources)[number];

/** What the team reads of a source. */
export const sourceWords: Record<DonationSource, string> = {
  online: 'Paid online',
  renewal: 'Recurring donation',
  offline: 'Check, cash, or bank transfer',
  import: 'Imported',
};
