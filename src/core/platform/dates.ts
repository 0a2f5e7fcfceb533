/*
 * How dates and times are shown, and which names of time zones there are. A moment is shown in the time zone of the
 * settings, which is the same in mails, on pages, and in the admin area: nobody reads two dates of one donation. A day,
 * such as the day an expense was paid, is the same everywhere.
 */

/**
 * A moment as the specification shows dates, MM/dd/yyyy: `formatDate("2026-11-20T23:00:00Z", "UTC")` is
 * `"11/20/2026"`. `timeZone` is an IANA name. Throws RangeError for an invalid date or time zone.
 */
export function formatDate(moment: string | Date, timeZone: string): string {
  return shown(moment, { ...day, timeZone });
}

/** A day in the same form: `formatDay("2026-11-20")` is `"11/20/2026"`. Throws RangeError for an invalid day. */
export function formatDay(isoDay: string): string {
  return formatDate(isoDay, 'UTC');
}

/**
 * The beginning of something that has a day or a moment: a day stands as its midnight in UTC, and stays that day in
 * every time zone. Errors as for {@link formatDate}.
 */
export function formatStart(dayOrMoment: string, timeZone: string): string {
  return formatDate(dayOrMoment, dayOrMoment.endsWith('T00:00:00.000Z') ? 'UTC' : timeZone);
}

/**
 * A moment to the minute: `formatMoment("2026-11-20T23:05:00Z", "UTC")` is `"11/20/2026, 11:05 PM"`.
 * Errors as for {@link formatDate}.
 */
export function formatMoment(moment: string | Date, timeZone: string): string {
  return shown(moment, { ...day, hour: 'numeric', minute: '2-digit', timeZone });
}

/** The time of a moment: `formatTime("2026-11-20T15:42:00Z", "UTC")` is `"3:42 PM"`. Errors as above. */
export function formatTime(moment: string | Date, timeZone: string): string {
  return shown(moment, { hour: 'numeric', minute: '2-digit', timeZone });
}

function shown(moment: string | Date, parts: Intl.DateTimeFormatOptions): string {
  // Some versions of the rules have a narrow space before AM; a normal one can be searched for and copied.
  return new Intl.DateTimeFormat('en-US', parts).format(new Date(moment)).replace('\u202f', ' ');
}

/**
 * The moment at which a day begins in a time zone, as ISO text: `startOfDay("2026-11-20", "America/New_York")` is
 * `"2026-11-20T05:00:00.000Z"`. Null for a text that is no day, or in no {@link isLikelyYear likely year}.
 */
export function startOfDay(isoDay: string, timeZone: string): string | null {
  if (
    !/^\d{4}-\d\d-\d\d$/.test(isoDay) ||
    !isLikelyYear(isoDay) ||
    Number.isNaN(Date.parse(`${isoDay}T00:00Z`))
  )
    return null;
  return momentAt(isoDay, 0, timeZone);
}

/**
 * The moment at which the clocks of a time zone show a day and so many seconds after its midnight, as ISO text:
 * `momentAt("2026-11-20", 3600, "America/New_York")` is `"2026-11-20T06:00:00.000Z"`. Throws RangeError for an invalid
 * day.
 */
export function momentAt(isoDay: string, seconds: number, timeZone: string): string {
  const utc = Date.parse(`${isoDay}T00:00Z`) + seconds * 1000;
  // Twice: the first guess may be on the other side of a change of the clocks.
  const guess = utc - offsetAt(utc, timeZone);
  return new Date(utc - offsetAt(guess, timeZone)).toISOString();
}

/** Whether a day or a moment, as ISO text, is in a year that somebody can mean; PostgreSQL has none that is 0. */
export function isLikelyYear(isoText: string): boolean {
  return isoText >= '1900' && isoText < '3000';
}
export const unlikelyYear = 'Choose a year from 1900 to 2999';

/** The next day: `dayAfter("2026-12-31")` is `"2027-01-01"`. Throws RangeError for an invalid day. */
export function dayAfter(isoDay: string): string {
  const next = new Date(`${isoDay}T00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** The day of a moment in a time zone: `isoDayOf("2026-11-21T03:00:00Z", "America/New_York")` is `"2026-11-20"`. */
export function isoDayOf(moment: string | Date, timeZone: string): string {
  const [month, date, year] = formatDate(moment, timeZone).split('/');
  return `${year}-${month}-${date}`;
}

/**
 * Whether a text is the IANA name of a time zone that this machine knows: `isTimeZone("America/New_York")`. Offsets such
 * as "+05:30" are none: not every browser knows them.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(new Date(moment));
  const local = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  // As text: Date.UTC takes the years below 100 for those since 1900.
  const date = `${local.year?.padStart(4, '0')}-${local.month}-${local.day}`;
  const time = `${local.hour}:${local.minute}:${local.second}Z`;
  return Date.parse(`${date}T${time}`) - Math.floor(moment / 1000) * 1000;
}

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
