import type { DonationId } from '#contract/ids.ts';

/** The outcome of a fact that the payment provider reported: booked, already known, or refused and why. */
export interface Booking {
  outcome: 'booked' | 'noted' | 'refused';
  note: string;
}

/** Something was booked. */
export const booked: Booking = { outcome: 'booked', note: '' };
/** Nothing to book: it is already known, or waits for its payment. */
export const noted: Booking = { outcome: 'noted', note: '' };
/** It does not match our records, and a person has to look into it. */
export const refused = (note: string): Booking => ({ outcome: 'refused', note });

/** The outcome of a fact that may have made a donation: what was told of its payment before can be booked then. */
export type DonationBooking = Booking & { donation?: { id: DonationId; paymentIntentId: string } };
