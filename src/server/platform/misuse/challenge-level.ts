/* When a network meets a challenge, how hard that is, and what it costs a browser. */

/** What a network did recently; see `queries.ts`. */
export interface NetworkRecord {
  /** Calls that no person makes, in the last hour: a filled-in honeypot, or a form sent within seconds. */
  signs: number;
  /** How payments ended in the last hour that were started from this network. */
  failedPayments: number;
  paidPayments: number;
}

/** How payments ended. */
export type EndedPayments = Pick<NetworkRecord, 'failedPayments' | 'paidPayments'>;

/** Calls of one form in ten minutes that a network may make before each further one meets a challenge. */
export const freeCalls = 5;
/** Nobody fills in a form in fewer seconds than this. */
export const shortestVisit = 3;

/** The reasons for a challenge that are known about one call. */
interface CallSigns {
  /** The number of this call of the form from its network in ten minutes. */
  calls: number;
  /** It is one that no person makes. */
  isSuspicious: boolean;
  /** Cards are being tested on the site, and the call would start a payment. */
  isUnderAttack: boolean;
  /** It comes with a solution, so it was asked for one. */
  hasSolution: boolean;
}

/** How hard a challenge is: 0 is none at all. */
export type Level = 0 | 1 | 2 | 3;

/** How hard a challenge a call meets; it grows with the record of its network and ends at the third level. */
export function challengeLevel(call: CallSigns, record: NetworkRecord, factor: number): Level {
  const free = freeCalls * factor;
  const signs = Math.max(record.signs, Number(call.isSuspicious));
  const levels: [Level, boolean][] = [
    [3, call.calls > 4 * free || signs > 10 || isFailingOften(record)],
    [2, call.calls > 2 * free || signs > 3],
    [1, call.calls > free || signs > 0 || call.isUnderAttack || call.hasSolution],
  ];
  return levels.find(([, isReached]) => isReached)?.[0] ?? 0;
}

/** One donor with a card that is declined again and again has a handful of failures. */
function isFailingOften({ failedPayments, paidPayments }: EndedPayments): boolean {
  return failedPayments >= 5 && failedPayments >= 0.6 * (failedPayments + paidPayments);
}

/**
 * What a challenge costs a browser: derivations of 5,000 rounds each, about 1 ms on a computer and up to 12 ms on a
 * slow phone. The most that there can be is 220, so that no phone works longer than three seconds.
 */
export const challengeCost = {
  rounds: 5_000,
  derivations: {
    1: { from: 50, to: 80 },
    2: { from: 100, to: 150 },
    3: { from: 160, to: 220 },
  } satisfies Record<Exclude<Level, 0>, { from: number; to: number }>,
};
/** How long a browser that cannot solve a challenge waits instead, in seconds by level. */
export const waitSeconds = { 1: 10, 2: 30, 3: 60 } satisfies Record<Exclude<Level, 0>, number>;
/** How long a challenge can be solved, in seconds: enough for the slowest phone on the slowest connection. */
export const challengeSeconds = 300;
