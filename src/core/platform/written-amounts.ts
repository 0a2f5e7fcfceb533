import { countOf } from '#core/platform/counts.ts';

/* Amounts as banks write them, as whole minor units. */

/** Which mark stands before the smallest units: `1,234.50` or `1.234,50`. */
export type DecimalMark = '.' | ',';

/**
 * An amount as a bank writes it, as whole minor units: `parseWrittenAmount('-1,234.5', 2)` is `-123450`. Exact, because
 * the text never becomes a fraction. Accepts a sign before or after the digits, parentheses for a negative amount, and
 * marks or blanks between groups of three digits, or of two before the last three, as in India: `1,25,000.50`. Null for anything else, for more decimals than the currency has
 * unless they are zeros, and for amounts that are too large to be exact. `digits`: how many decimals the currency has.
 */
export function parseWrittenAmount(
  text: string,
  digits: number,
  decimalMark: DecimalMark = '.',
): number | null {
  const trimmed = text
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .replace(/[\u2018\u2019\u00b4`]/g, "'")
    .trim()
    // No cents, as in Germany, Switzerland, and Sweden: `50,-`, `50.–`, and `50:-`.
    .replace(/[.,:] ?[-\u2013\u2014]{1,2}$/, '');
  const bare = /^\((.*)\)$/.exec(trimmed)?.[1]?.trim();
  const isParenthesized = bare !== undefined;
  const signed = /^([+\-\u2212]?) ?(.*?) ?([+\-\u2212]?)$/.exec(bare ?? trimmed);
  const [, before = '', number = '', after = ''] = signed ?? [];
  if ((before && after) || (isParenthesized && (before || after))) return null;
  const group = decimalMark === '.' ? "[,' ]" : "[.' ]";
  // No group stands after a zero: `0.500` is a half.
  const western = `(?!0)\\d{1,3}(?<mark>${group})\\d{3}(?:\\k<mark>\\d{3})*`;
  const indian = decimalMark === '.' ? '\\d{1,2}(?:,\\d\\d)+,\\d{3}|' : '';
  const shape = new RegExp(
    `^(?<whole>${western}|${indian}\\d+)?(?:[${decimalMark}](?<fraction>\\d*))?$`,
  );
  const match = shape.exec(number);
  const { whole = '', fraction = '' } = match?.groups ?? {};
  if (!(match && (whole || fraction))) return null;
  if (/[^0]/.test(fraction.slice(digits))) return null;
  const units = Number(
    `${whole.replace(/\D/g, '')}${fraction.slice(0, digits).padEnd(digits, '0')}`,
  );
  if (!Number.isSafeInteger(units)) return null;
  const isNegative = isParenthesized || /[-\u2212]/.test(before + after);
  // Never -0, which is not equal to 0 everywhere.
  return isNegative && units !== 0 ? -units : units;
}

const outgoingMarks = /^(?:dr|d|s)$/i;

/**
 * An amount without the letters with which some banks say its direction, and whether they say that it leaves:
 * `splitDirection('50.00 CR')` is `{ bare: '50.00', isOutgoing: false }`. Null where no letters are: its sign says it. Known
 * are `CR` and `DR`, `C` and `D`, and the German `H` and `S`.
 */
export function splitDirection(text: string): { bare: string; isOutgoing: boolean | null } {
  const [, before, number = '', after] =
    /^(?:(cr|dr|[cdhs](?!\p{Sc}))\b\.? ?)?(.*?\d.*?)(?: ?(?<!\p{L})(cr|dr|[cdhs])\.?)?$/iu.exec(
      text.trim(),
    ) ?? [];
  const mark = before ?? after;
  if (mark === undefined || (before && after)) return { bare: text, isOutgoing: null };
  return { bare: number.trim(), isOutgoing: outgoingMarks.test(mark) };
}

/**
 * Whether the decimal mark of an amount may separate thousands: `mayBeThousands('1.200', 2)`. No currency with fewer
 * than three decimals is written like that, so whoever wrote it is asked.
 */
export function mayBeThousands(
  text: string,
  digits: number,
  decimalMark: DecimalMark = '.',
): boolean {
  return digits < 3 && new RegExp(`^\\D*[1-9]\\d{0,2}[${decimalMark}]\\d{3}\\D*$`).test(text);
}

/** What is said of an amount of which that is true, behind the amount itself: what to do about it. */
export function describeThousands(digits: number): string {
  const written = digits === 0 ? 'without decimals' : `with ${countOf(digits, 'decimal')}`;
  return `does not say whether its mark separates thousands. If it does, choose the other one in “Amounts are written as.” If not, write the amount ${written}.`;
}
