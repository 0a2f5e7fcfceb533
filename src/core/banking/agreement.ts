import { dayAfter } from '#core/platform/dates.ts';

/*
 * Whether books, payment provider, and bank agree: the equation, and how long something may be on its way (decision
 * 0041).
 */

/** What moved on one day, in cents of the books. A field that is left out did not move. */
export interface Movement {
  day: string;
  /** What the books hold for donors: donated, and neither returned nor spent. */
  donors?: number;
  /** The operations book. */
  operations?: number;
  /** What the payment provider holds. */
  provider?: number;
  /** What the accounts at banks hold. */
  bank?: number;
  /** Lines that nobody has matched yet: their sum, and how many. */
  unmatched?: number;
  unmatchedLines?: number;
  /** Money in the same accounts that these books are not about. */
  other?: number;
}

/** What can be on its way between the books, the provider, and the bank. */
export const linkKinds = ['payments', 'payouts', 'gifts', 'expenses', 'transfers'] as const;
export type LinkKind = (typeof linkKinds)[number];

/**
 * Something of a payment, a payout, a deposit, an expense, or a transfer that happened in one place and is expected in
 * another. `cents` are what the books (or the account that it left) gained, less what the provider or the bank gained.
 */
export interface LinkEvent {
  kind: LinkKind;
  link: string;
  day: string;
  cents: number;
  /** Whether it happened in the books, or left its account: from then on, the other side is expected. */
  isBooked: boolean;
  /** It happened before the first statement, so the opening balance has what came of it. */
  isFromBefore: boolean;
}

/** How long something may be on its way, in days. What takes longer is a difference. */
export const onItsWayDays = 30;

/** Where all money is at the end of a day, in cents. */
export interface Agreement {
  day: string;
  donors: number;
  operations: number;
  provider: number;
  bank: number;
  underway: Record<LinkKind, number>;
  unmatched: number;
  unmatchedLines: number;
  other: number;
  /** How many things have been on their way for longer than {@link onItsWayDays}. */
  overdue: number;
  /** What provider and bank have too much, or, below zero, too little. */
  difference: number;
}

type Held = Omit<Agreement, 'difference'>;

/** What is on its way, by its link, and since when. */
type Links = Map<string, { kind: LinkKind; cents: number; since: string }>;

/**
 * The one equation: provider + bank + what is on its way − lines that are not matched − other money = books. Returns
 * what is left of it.
 */
export function differenceOf(held: Omit<Held, 'day' | 'overdue' | 'unmatchedLines'>): number {
  const { provider, bank, unmatched, other, donors, operations } = held;
  return provider + bank + totalUnderway(held) - unmatched - other - (donors + operations);
}

/** What is on its way in all, in cents. */
export function totalUnderway({ underway }: Pick<Agreement, 'underway'>): number {
  return linkKinds.reduce((sum, kind) => sum + underway[kind], 0);
}

/** Whether books, provider, and bank agree to the cent. */
export function agrees({
  difference,
  unmatchedLines,
  overdue,
}: Pick<Agreement, 'difference' | 'unmatchedLines' | 'overdue'>): boolean {
  return difference === 0 && unmatchedLines === 0 && overdue === 0;
}

interface Story {
  /** The first day that a statement covers. */
  firstDay: string;
  /** What the accounts whose statements begin on that day held before it. */
  openingCents: number;
  movements: Movement[];
  events: LinkEvent[];
}

/**
 * Where all money was at the end of each of these days, which come in order and not before the first statement. What
 * the accounts held before it cannot be compared with anything: whatever of it the books did not need then is taken as
 * other money. If the books needed more, what was missing is a difference from the first day on.
 */
export function agreementsOn(
  days: string[],
  { firstDay, openingCents, ...story }: Story,
): Agreement[] {
  const takeMovements = takerOf(story.movements);
  const takeEvents = takerOf(story.events);
  const sums = { donors: 0, operations: 0, provider: 0, bank: 0 };
  const rest = { unmatched: 0, unmatchedLines: 0, other: 0 };
  const links: Links = new Map();

  const walkTo = (day: string): void => {
    for (const movement of takeMovements(day)) {
      for (const place of ['donors', 'operations', 'provider', 'bank'] as const) {
        sums[place] += movement[place] ?? 0;
      }
      for (const part of ['unmatched', 'unmatchedLines', 'other'] as const) {
        rest[part] += movement[part] ?? 0;
      }
    }
    for (const event of takeEvents(day)) {
      if (!event.isFromBefore) follow(links, event);
      else if (event.day >= firstDay) rest.other -= event.cents;
    }
  };
  const at = (day: string, longest = onItsWayDays): Held => ({
    day,
    ...sums,
    ...rest,
    // What left the accounts as other money although there was none is missing.
    other: Math.max(0, rest.other),
    ...underwayOn(day, links, longest),
  });

  const before = dayBefore(firstDay);
  walkTo(before);
  sums.bank += openingCents;
  // What is left of the equation without it, unless something is missing. What is on its way, however late, is not in it:
  // it can still arrive.
  rest.other = 0;
  rest.other = Math.max(0, differenceOf(at(before, Number.POSITIVE_INFINITY)));
  return days.map((day) => {
    walkTo(day);
    const held = at(day);
    return { ...held, difference: differenceOf(held) };
  });
}

/** Hands out items in the order of their days: each call, those up to a day that no call had before. */
function takerOf<Item extends { day: string }>(items: Item[]): (until: string) => Item[] {
  const inOrder = items.toSorted((one, other) =>
    one.day < other.day ? -1 : one.day > other.day ? 1 : 0,
  );
  let next = 0;
  return (until) => {
    const first = next;
    for (let item = inOrder[next]; item && item.day <= until; item = inOrder[next]) next += 1;
    return inOrder.slice(first, next);
  };
}

function follow(links: Links, { kind, link, day, isBooked, ...event }: LinkEvent): void {
  const known = links.get(link);
  const cents = (known?.cents ?? 0) + event.cents;
  const since = known === undefined || isBooked ? day : known.since;
  if (cents === 0) links.delete(link);
  else links.set(link, { kind, cents, since });
}

function underwayOn(day: string, links: Links, longest: number) {
  const underway = { payments: 0, payouts: 0, gifts: 0, expenses: 0, transfers: 0 };
  let overdue = 0;
  for (const { kind, cents, since } of links.values()) {
    if (daysFrom(since, day) > longest) overdue += 1;
    else underway[kind] += cents;
  }
  return { underway, overdue };
}

/** All days from the first to the last, both included; none if the last is earlier. */
export function daysFromTo(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/** How many days later one day is than another. */
export function daysFrom(earlier: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(earlier)) / 86_400_000);
}

/** The day before. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

/** The last day of a month: `lastDayOf("2026-02")` is `"2026-02-28"`. */
export function lastDayOf(isoMonth: string): string {
  const [year, month] = isoMonth.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
