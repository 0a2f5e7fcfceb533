import { isTimeZone, momentAt } from '#core/platform/dates.ts';
import { plainLetters } from '#core/platform/plain-letters.ts';

/* Days and times as banks and other programs write them, and in which order a file probably writes its days. */

/** In which order day (d), month (m), and year (y) are written: `03/04/2026` is March 4 in the order `mdy`. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy';

/**
 * The order in which somebody wrote the days in a column of a file: the one in which most of its cells are days. A cell with
 * a part above 12 is none in another order, and one odd cell among many, such as a sum, decides nothing. Null if the cells are
 * days in several orders, each of them or all together: somebody has to say it. `isMonthFirst`: whether the file may have
 * the month first, which no file with semicolons or decimal commas has, and no day with dots.
 */
export function guessDateOrder(
  cells: readonly string[],
  { isMonthFirst = true } = {},
): DateOrder | null {
  const isDotted = cells.some((cell) => /^\d{1,4}\.\d/.test(cell.trim()));
  const orders: DateOrder[] = isMonthFirst && !isDotted ? ['ymd', 'dmy', 'mdy'] : ['ymd', 'dmy'];
  const counts = orders.map(
    (order) => cells.filter((cell) => readWrittenDay(cell, order) !== null).length,
  );
  const most = Math.max(...counts);
  if (most === 0) return null;
  const likely = orders.filter((_, place) => counts[place] === most);
  const [first = 'ymd'] = likely;
  // A day that is none in this order shows that the file has both.
  const isOther = (cell: string) =>
    likely.every((order) => order !== 'ymd' && readWrittenDay(cell, order) === null) &&
    orders.some((order) => order !== 'ymd' && readWrittenDay(cell, order) !== null);
  if (cells.some(isOther)) return null;
  const isSame = cells.every((cell) =>
    likely.every((order) => readWrittenDay(cell, order) === readWrittenDay(cell, first)),
  );
  if (isSame) return first;
  // A year of two digits is hardly ever first: 31.01.26 is no day of 2031.
  const [order = null, ...others] = likely.filter((one) => one !== 'ymd');
  return others.length > 0 ? null : order;
}

/** The languages of the banks that we read. */
const languages = ['en', 'de', 'nl', 'fr', 'es', 'pt', 'it', 'pl', 'sv', 'da', 'nb'];

/** The months from 1 by their names and what banks shorten them to; null for what is one month here and another one there. */
let monthsByWord: Map<string, number | null> | null = null;

function monthOf(word: string): number | null {
  monthsByWord ??= nameMonths();
  return monthsByWord.get(plainLetters(word)) ?? null;
}

function nameMonths(): Map<string, number | null> {
  const found = new Map<string, number | null>();
  for (const language of languages) {
    for (let month = 1; month <= 12; month++) {
      for (const word of namesOfMonth(language, month)) {
        const known = found.get(word);
        found.set(word, known === undefined || known === month ? month : null);
      }
    }
  }
  return found;
}

/** The names of a month in a language, alone and beside a day, long, short, and cut after three letters or four. */
function namesOfMonth(language: string, month: number): Set<string> {
  const date = new Date(Date.UTC(2026, month - 1, 5));
  const styles = (['long', 'short'] as const).flatMap((style) => [
    { month: style },
    { month: style, day: 'numeric' } as const,
  ]);
  const names = styles
    .flatMap((style) =>
      new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).formatToParts(date),
    )
    .filter(({ type }) => type === 'month')
    .map(({ value }) => plainLetters(value).replace(/\.$/, ''));
  return new Set(names.flatMap((name) => [name, name.slice(0, 3), name.slice(0, 4)]));
}

const ordinal = '(?:\\.|er|st|nd|rd|th|º)?';
const between = '[\\s\\-/.]*(?:de |of )?';
const namedDays = [
  `^(?<day>\\d{1,2})${ordinal}${between}(?<month>\\p{L}{3,})\\.?,?${between}(?<year>\\d{4}|\\d{2})(?!\\d)`,
  `^(?<month>\\p{L}{3,})\\.?[\\s-]*(?<day>\\d{1,2})${ordinal},?[\\s-]+(?<year>\\d{4})(?!\\d)`,
  `^(?<year>\\d{4})[\\s\\-/.]+(?<month>\\p{L}{3,})\\.?[\\s\\-/.]+(?<day>\\d{1,2})(?!\\d)`,
].map((pattern) => new RegExp(pattern, 'u'));

/**
 * A day as a bank or another program writes it: `31.1.26` in the order `dmy` is `2026-01-31`, and so are
 * `January 31, 2026` and `31-janv.-2026` in every order. What follows the day, such as a time, is left out. Null for what is
 * no day.
 */
export function readWrittenDay(text: string, order: DateOrder): string | null {
  // The day of the week.
  const trimmed = text.trim().replace(/^\p{L}{2,}[.,]?\s+(?=\d{1,2}[^\d,]*\p{L})/u, '');
  for (const pattern of namedDays) {
    const { year = '', month = '', day = '' } = pattern.exec(trimmed)?.groups ?? {};
    const number = monthOf(month);
    if (number !== null) return existingDay(year, String(number), day);
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
  // No bank writes of another century: 20101201 is no day of the year 1201.
  if (!/^(?:19|20)?\d\d$/.test(year) || month.length > 2 || day.length > 2) return null;
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

/** Abbreviations of time zones that mean one thing where our files come from, by the hours that they are ahead of UTC. */
const zones: [hours: number, names: string][] = [
  [-10, 'HST'],
  [-9, 'AKST'],
  [-8, 'AKDT PST'],
  [-7, 'PDT MST'],
  [-6, 'MDT CST'],
  [-5, 'CDT EST'],
  [-4, 'EDT'],
  [-3, 'BRT'],
  [0, 'UTC GMT Z WET'],
  [1, 'WEST BST CET MEZ'],
  [2, 'CEST MESZ EET'],
  [3, 'EEST'],
  [9, 'JST'],
  [10, 'AEST'],
  [11, 'AEDT'],
  [12, 'NZST'],
  [13, 'NZDT'],
];

/**
 * The time zone that a cell names, as an offset from UTC or as an IANA name: `readWrittenZone('PST')` is `"-08:00"`. Null for
 * one that we do not know, or that means several, as `IST` does.
 */
export function readWrittenZone(text: string): string | null {
  const name = text.trim();
  const hours = zones.find(([, names]) => names.split(' ').includes(name.toUpperCase()))?.[0];
  const [, sign = '', ahead = '', more = '00'] =
    /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d\d))?$/i.exec(name) ?? [];
  if (sign !== '') return `${sign}${ahead.padStart(2, '0')}:${more}`;
  if (hours === undefined) return name.includes('/') && isTimeZone(name) ? name : null;
  return `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
}

/**
 * A day that nobody can read as another one, where it was read from digits: `formatLongDay('2025-12-05')` is
 * `"5 December 2025"`.
 */
export function formatLongDay(isoDay: string): string {
  const day = new Date(`${isoDay}T00:00:00Z`);
  return day.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}
