import { momentAt } from '#core/dates.ts';

/** In which order day (d), month (m), and year (y) are written: `03/04/2026` is March 4 in the order `mdy`. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy';

/**
 * The order in which somebody probably wrote the days in a column of a file, which is the one in which most of its cells
 * are days: a cell with a part above 12 is none in another order, and one odd cell among many, such as a sum or a day of
 * another program, decides nothing. The first of the orders for cells that fit several.
 */
export function guessDateOrder(cells: readonly string[]): DateOrder {
  // A year of two digits is hardly ever first: 31.01.26 is no day of 2031.
  const orders = cells.some((cell) => /^\d{1,2}[./-]/.test(cell.trim()))
    ? (['mdy', 'dmy', 'ymd'] as const)
    : (['ymd', 'mdy', 'dmy'] as const);
  const counts = orders.map(
    (order) => cells.filter((cell) => readWrittenDay(cell, order) !== null).length,
  );
  return orders[counts.indexOf(Math.max(...counts))] ?? 'ymd';
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * A day as a bank or another program writes it: `31.1.26` in the order `dmy` is `2026-01-31`, and so is
 * `January 31, 2026` in every order. What follows the day, such as a time, is left out. Null for what is no day.
 */
export function readWrittenDay(text: string, order: DateOrder): string | null {
  const trimmed = text.trim();
  const named =
    /^(?<month>[A-Za-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})\b/.exec(trimmed) ??
    /^(?<day>\d{1,2})\.? (?<month>[A-Za-z]{3,9})\.? (?<year>\d{4})\b/.exec(trimmed);
  if (named?.groups) {
    const { year = '', month = '', day = '' } = named.groups;
    const number = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
    return number === 0 ? null : existingDay(year, String(number), day);
  }
  const [date = ''] = trimmed.split(/[T ]/);
  const numbers = /^\d{8}$/.test(date) ? eightDigits(date, order) : date.split(/[./-]/);
  if (numbers.length !== 3 || !numbers.every((number) => /^\d{1,4}$/.test(number))) return null;
  const [year = '', month = '', day = ''] = [...order]
    .map((letter, place) => [letter, numbers[place] ?? ''] as const)
    .sort(([one], [other]) => 'ymd'.indexOf(one) - 'ymd'.indexOf(other))
    .map(([, number]) => number);
  return existingDay(year, month, day);
}

function eightDigits(date: string, order: DateOrder): string[] {
  return order === 'ymd'
    ? [date.slice(0, 4), date.slice(4, 6), date.slice(6)]
    : [date.slice(0, 2), date.slice(2, 4), date.slice(4)];
}

function existingDay(year: string, month: string, day: string): string | null {
  if (![2, 4].includes(year.length) || month.length > 2 || day.length > 2) return null;
  const written = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : null;
}

/** How times are written that have no offset of their own. */
interface WrittenIn {
  order: DateOrder;
  /** The time zone of the file, as an IANA name. */
  timeZone: string;
}

const timeOfDay =
  /(?:^|[T ])(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)? ?(am|pm)? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

/**
 * A day with a time as a program writes it, as ISO text in UTC: `2026-03-04 18:05` in New York is
 * `2026-03-04T23:05:00.000Z`. A time with an offset of its own follows that. Null if there is no time, or no day.
 */
export function readWrittenMoment(text: string, { order, timeZone }: WrittenIn): string | null {
  const day = readWrittenDay(text, order);
  const [, hours = '', minutes = '', seconds = '0', half = '', offset = ''] =
    timeOfDay.exec(text.replace(/\s+/g, ' ').trim()) ?? [];
  if (day === null || hours === '') return null;
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 60) return null;
  const time = (hour * 60 + Number(minutes)) * 60 + Number(seconds);
  const [, sign = '', ahead = '', more = ''] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  if (sign !== '') {
    const minutesAhead = (Number(ahead) * 60 + Number(more)) * (sign === '-' ? -1 : 1);
    // No place is further ahead or behind.
    if (Math.abs(minutesAhead) > 14 * 60 || Number(more) > 59) return null;
    return momentAt(day, time - minutesAhead * 60, 'UTC');
  }
  return momentAt(day, time, offset === '' ? timeZone : 'UTC');
}
