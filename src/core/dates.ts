/**
 * A moment as the specification shows dates, MM/dd/yyyy: `formatDate("2026-11-20T23:00:00Z")` is `"11/20/2026"`.
 * Uses the given IANA time zone, otherwise that of the machine that shows it. Throws RangeError for an invalid
 * date.
 */
export function formatDate(moment: string | Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-US', { ...day, timeZone }).format(new Date(moment));
}

/**
 * A moment to the minute: `formatMoment("2026-11-20T23:05:00Z", "UTC")` is `"11/20/2026, 11:05 PM"`.
 * Time zone and errors as for {@link formatDate}.
 */
export function formatMoment(moment: string | Date, timeZone?: string): string {
  const parts = { ...day, hour: 'numeric', minute: '2-digit', timeZone } as const;
  // Some versions of the rules have a narrow space before AM; a normal one can be searched for and copied.
  return new Intl.DateTimeFormat('en-US', parts).format(new Date(moment)).replace('\u202f', ' ');
}

/** The time of a moment: `formatTime("2026-11-20T15:42:00Z", "UTC")` is `"3:42 PM"`. Time zone and errors as above. */
export function formatTime(moment: string | Date, timeZone?: string): string {
  const parts = { hour: 'numeric', minute: '2-digit', timeZone } as const;
  return new Intl.DateTimeFormat('en-US', parts).format(new Date(moment)).replace('\u202f', ' ');
}

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
