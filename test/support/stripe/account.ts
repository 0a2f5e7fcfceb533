/** A part of the fee of a charge. */
export interface FeePart {
  type: 'stripe_fee' | 'tax' | 'application_fee';
  description: string;
  /** Of the amount, in hundredths of a percent. */
  basisPoints: number;
  /** In minor units of the currency that the account settles in. */
  fixed: number;
}

/** What the account of a charity is like, and what its owner has set on Stripe's dashboard. */
export interface FakeAccount {
  /** Whether the key is a live one. */
  isLive?: boolean;
  /** The currency that the account settles in, and what a dollar is worth in it when money leaves and comes back. */
  settles?: { currency: string; rates: [out: number, back: number] };
  /** The fee of a charge. */
  fees: FeePart[];
  /** Seconds from a successful charge to its fee. */
  feeDelay: number;
  /** What a dispute costs, and whether it is returned when the charity wins. */
  disputeFee: { amount: number; isReturned: boolean };
  /** What Stripe Billing costs, in hundredths of a percent of what it collected, charged two days later. */
  billingBasisPoints: number;
  /** When a failed renewal is tried again, in days since its first try. */
  retryDays: number[];
  /** What happens to a subscription when the last try has failed. */
  afterRetries: 'cancel' | 'unpaid' | 'past_due';
  /** How many days before a renewal `invoice.upcoming` is sent. */
  upcomingDays: number;
}

/** An account as it is when somebody has just opened it in the United States. */
export function newAccount(): FakeAccount {
  const description = 'Stripe processing fees';
  return {
    fees: [{ type: 'stripe_fee', description, basisPoints: 290, fixed: 30 }],
    feeDelay: 4,
    disputeFee: { amount: 1_500, isReturned: true },
    billingBasisPoints: 70,
    retryDays: [1, 2, 4, 6, 8, 10, 12, 14],
    afterRetries: 'cancel',
    upcomingDays: 7,
  };
}
