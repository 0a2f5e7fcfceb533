import { isoDayOf, startOfDay } from '#core/platform/dates.ts';

/* Which months a chart has, and when a month begins in a time zone. */

/** The month of a moment in a time zone: `isoMonthOf("2026-12-01T03:00:00Z", "America/New_York")` is `"2026-11"`. */
export function isoMonthOf(moment: string | Date, timeZone: string): string {
  return isoDayOf(moment, timeZone).slice(0, 7);
}

/** The next month: `monthAfter("2026-12")` is `"2027-01"`. */
export function monthAfter(isoMonth: string): string {
  return monthAt(indexOf(isoMonth) + 1);
}

/** Every month from the first to the last, both included; only the last if it is the earlier one. */
export function monthsBetween(first: string, last: string): string[] {
  const end = indexOf(last);
  const start = Math.min(indexOf(first), end);
  return Array.from({ length: end - start + 1 }, (_, index) => monthAt(start + index));
}

/** So many months, of which this is the last: `lastMonths("2026-01", 2)` is `["2025-12", "2026-01"]`. */
export function lastMonths(isoMonth: string, count: number): string[] {
  return monthsBetween(monthAt(indexOf(isoMonth) - count + 1), isoMonth);
}

/** The moment at which a month begins in a time zone, as ISO text. Throws RangeError for a text that is no month. */
export function startOfMonth(isoMonth: string, timeZone: string): string {
  const moment = startOfDay(`${isoMonth}-01`, timeZone);
  if (moment === null) throw new RangeError(`Not a month: ${isoMonth}`);
  return moment;
}

/** A month for people: `formatMonth("2026-11")` is `"November 2026"`, and `"Nov 2026"` in short. */
export function formatMonth(isoMonth: string, length: 'long' | 'short' = 'long'): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: length,
    timeZone: 'UTC',
  }).format(new Date(`${isoMonth}-01T00:00Z`));
}

/** Months since the year 0. */
function indexOf(isoMonth: string): number {
  return Number(isoMonth.slice(0, 4)) * 12 + Number(isoMonth.slice(5)) - 1;
}

function monthAt(index: number): string {
  const month = String((index % 12) + 1).padStart(2, '0');
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${month}`;
}
