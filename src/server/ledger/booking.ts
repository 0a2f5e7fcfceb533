/** What became of something that the payment provider told: booked, known already, or refused and why. */
export interface Booking {
  outcome: 'booked' | 'noted' | 'refused';
  note: string;
}

/** Something was booked. */
export const booked: Booking = { outcome: 'booked', note: '' };
/** Nothing to book: it is known, or waits for its payment. */
export const noted: Booking = { outcome: 'noted', note: '' };
/** It does not fit what we know, and a person has to look at it. */
export const refused = (note: string): Booking => ({ outcome: 'refused', note });
