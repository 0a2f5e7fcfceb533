/** How many times looser all limits are while payments are in test mode, where people try things out. */
export const testModeFactor = 10;

/** What was seen in the last minutes; see `queries.ts`. */
export interface Signals {
  failedPayments: number;
  paidPayments: number;
  checkoutsLastMinute: number;
  /** Calls of the donation form from addresses that made many. */
  callsOfBusyAddresses: number;
  /** Calls that no person makes: a filled-in honeypot, or a form sent within seconds. */
  suspiciousCalls: number;
}

/** An address is busy from this number of donation calls in ten minutes: half of its limit. */
export const busyCalls = 10;
/** Checkouts that all addresses together may start in a minute during an attack. */
export const checkoutsPerMinute = 60;
/** The part of these that is reserved for addresses that have not started one in the last ten minutes. */
export const keptForNewcomers = 30;
/** Nobody fills in a form in fewer seconds than this. */
export const shortestVisit = 3;
/** An attack is over when none of its signs has been seen for this long. */
export const calmMinutes = 30;

/**
 * Whether somebody is testing stolen cards. One sign suffices: a donor in a false alarm waits a second for a
 * challenge, while a missed attack costs the charity fees and possibly its account. `factor` loosens everything
 * while payments are in test mode.
 */
export function isCardTesting(signals: Signals, factor: number): boolean {
  const { failedPayments, paidPayments, checkoutsLastMinute } = signals;
  const ended = failedPayments + paidPayments;
  return (
    failedPayments >= 10 * factor ||
    (ended >= 10 * factor && failedPayments >= 0.6 * ended) ||
    checkoutsLastMinute >= checkoutsPerMinute * factor ||
    signals.callsOfBusyAddresses >= 4 * busyCalls * factor ||
    signals.suspiciousCalls >= 10 * factor
  );
}

/**
 * What a challenge costs a browser: about 0.2 s on a computer and 1 s on a slow phone, for 100 to 300 derivations
 * of 5,000 rounds each.
 */
export const challengeCost = { rounds: 5_000, derivations: { from: 100, to: 300 } };
/** How long a challenge can be solved, in seconds: enough for the slowest phone on the slowest connection. */
export const challengeSeconds = 300;
