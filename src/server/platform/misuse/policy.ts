/*
 * What counts as card testing, when a network meets a challenge and what it costs, how many mails strangers can cause,
 * and how much looser a trial is.
 */

/** How many times looser the limits on calls are during a trial. */
export const testModeFactor = 10;

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
/**
 * How many networks an IPv6 /48 counts as. Whoever rents one has 65,536 networks in it, while a mobile carrier gives
 * each phone its own, so all of them together get some more room than one.
 */
export const networksInSite = 16;
/** Nobody fills in a form in fewer seconds than this. */
export const shortestVisit = 3;
/** An attack is over when none of its signs has been seen for this long. */
export const calmMinutes = 30;

/**
 * Whether somebody is testing stolen cards. Only failed payments and their share tell it, never traffic: of honest
 * donors' payments, 5 to 15 of 100 fail, so neither a dozen declined cards among hundreds of donations nor any
 * number of donations is an attack. The second pair of numbers finds an attack that hides among many donations.
 */
export function isCardTesting({ failedPayments, paidPayments }: EndedPayments): boolean {
  const ended = failedPayments + paidPayments;
  return (
    (failedPayments >= 10 && failedPayments >= 0.6 * ended) ||
    (failedPayments >= 50 && failedPayments >= 0.3 * ended)
  );
}

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

/**
 * Calls of public forms that are worked on at the same time: enough for 6,000 donations a minute while the payment
 * provider takes half a second for each.
 */
export const callsAtOnce = 50;
/** The part of these that only the first two calls of a network may use: a donor who meets a challenge calls twice. */
export const keptForNewcomers = 30;
/** Calls that may wait for their turn: what can be done in the 30 seconds that a browser waits. */
export const longestLine = 2_000;

/**
 * Mails a day to one mailbox that strangers, or whoever has a link, can cause. Each is counted apart, so that using up
 * one keeps nobody from another; 48 in all.
 */
export const mailsToMailbox = {
  /** Confirmations of nominations. */
  nomination: 3,
  /** Receipts for test money, and notes that its payment failed. */
  'test-money': 3,
  /** Questions whether an address wants to follow a need. */
  follow: 3,
  /** Receipts that are sent again. */
  'receipt-copy': 3,
  /** References for bank transfers. */
  'bank-transfer': 3,
  /** Links to a donation that replace earlier ones. */
  'new-link': 3,
  /** Links to all donations of the address. */
  'donor-link': 9,
  'plan-link': 9,
  /** Tellings of a donation in somebody's honor or memory. */
  dedication: 3,
  /** Links to all nominations of the address. */
  'tracking-link': 9,
};
/** What is asked for with nothing but an address. */
export const linkRequests: ReadonlySet<string> = new Set([
  'donor-link',
  'plan-link',
  'tracking-link',
]);
/** Of each of {@link linkRequests}: those that one network can cause, so that it does not block the owner on another. */
export const linkRequestsFromNetwork = 3;
/** Mails a day that one network can cause, to all mailboxes together. */
export const mailsFromNetwork = 20;
