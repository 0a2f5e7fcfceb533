/**
 * A moment as the specification shows dates, MM/dd/yyyy: `formatDate("2026-11-20T23:00:00Z")` is `"11/20/2026"`.
 * Uses the given IANA time zone, else the one of the machine that shows it. Throws RangeError on an invalid date.
 */
export function formatDate(moment: string | Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(moment));
}
