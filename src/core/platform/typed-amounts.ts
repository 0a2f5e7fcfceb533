import {
  bookCurrency,
  centsToDecimal,
  currencyName,
  currencySign,
  decimalsOf,
  formatCents,
  narrowSign,
} from '#core/platform/money.ts';
import { parseWrittenAmount } from '#core/platform/written-amounts.ts';

/* What an amount means that somebody typed, pasted, or spoke. */

/** What a typed text can mean. Amounts in cents. */
export interface TypedAmount {
  /** The amount, if the text can mean nothing else; null otherwise. */
  cents: number | null;
  /** What whoever typed it is asked about: one or two amounts; none if it is clear, or no amount at all. */
  choices: readonly number[];
}

/**
 * Reads an amount that somebody typed, wherever that is, exactly and with either decimal mark: `"$1,234.5"`, `"25,50"`,
 * `"1.200,50"`, `"25 dollars"`, digits of any script. Of a mark before three digits nobody knows what it separates: `"1,500"`
 * may be 1,500.00 or 1.50, and whoever typed it is asked. So is who typed `"1.234"`, if only to rule out a slip. What is
 * written as this site writes it is never asked about, such as `"¥1,500"` or `"KWD 1.500"`. Whoever wrote the sign of another
 * currency is asked as well: `"€25"` is not $25.00. No amounts: negative ones, more decimals than the currency has, more than
 * three digits behind a mark, which may be a slip for anything, and what is too large to be exact.
 */
export function readAmount(text: string, currency: string = bookCurrency()): TypedAmount {
  // Whatever somebody sends is read, and reading takes longer the more signs it has.
  if (text.length > longestAmount) return nothing;
  const number = withoutCurrency(westernDigits(text), currency).replace(/^0+(?=\d)/, '');
  const foreign = foreignPart(number);
  if (foreign !== undefined) {
    const { cents, choices } = readAmount(foreign, currency);
    return { cents: null, choices: cents ? [cents] : choices };
  }
  if (/[.,]\d{4,}$/.test(number)) return nothing;
  const [own = null, other = null] = (['.', ','] as const)
    .map((mark) => parseWrittenAmount(number, decimalsOf(currency), mark))
    .map((cents) => (cents === null || cents < 0 ? null : cents));
  const clear = (cents: number | null): TypedAmount => ({ cents, choices: [] });
  const asked = (...choices: number[]): TypedAmount => ({ cents: null, choices });
  // More decimals than there are, behind a group with another mark: one of the two marks may be a slip.
  if (decimalsOf(currency) < 3 && /(\D)\d{3}(?!\1)[.,]\d{3}$/.test(number)) {
    const whole = parseWrittenAmount(number.replace(/\D/g, ''), decimalsOf(currency));
    const either = own ?? other;
    return either === null || whole === null ? nothing : asked(either, whole);
  }
  if (own === null) {
    return other !== null && /^\d{1,3}\.\d{3}$/.test(number) ? asked(other) : clear(other);
  }
  const isClear = other === null || other === own || isOurs(number, own, currency);
  return isClear ? clear(own) : asked(own, other);
}

// Longer than any amount with the name of its currency.
const longestAmount = 100;

/** The sign of a currency before or behind something: `€25`, `C$25`, `25 £`. A hundredth of one is none: `25¢`. */
const foreignMoney = /^\p{Lu}{0,3}[^\P{Sc}\u00a2] ?(.+)$|^(.+?) ?\p{Lu}{0,3}[^\P{Sc}\u00a2]$/u;

/** The number of a text with such a sign; undefined without one. */
function foreignPart(number: string): string | undefined {
  return foreignMoney.exec(number)?.slice(1).find(Boolean);
}

const nothing: TypedAmount = { cents: null, choices: [] };

function isOurs(number: string, cents: number, currency: string): boolean {
  return withoutCurrency(formatCents(cents, currency), currency) === number;
}

/** The amount of {@link readAmount} in cents: `parseAmount("1,234.5")` is `123450`. Null for none, and for one that is asked about. */
export function parseAmount(text: string, currency: string = bookCurrency()): number | null {
  return readAmount(text, currency).cents;
}

/** The question about a text that can mean several amounts: "Do you mean $1,500.00 or $1.50?" Null for any other text. */
export function askAboutAmount(text: string, currency: string = bookCurrency()): string | null {
  const { choices } = readAmount(text, currency);
  if (choices.length === 0) return null;
  const amounts = choices.map((cents) => formatCents(cents, currency)).join(' or ');
  const isForeign = foreignPart(withoutCurrency(westernDigits(text), currency)) !== undefined;
  return `${isForeign ? `Amounts here are in ${currencyName(currency)}. ` : ''}Do you mean ${amounts}?`;
}

/** Text with the digits of ASCII instead of those of other scripts, and the marks that belong to them. Not of `5²` or `½`. */
export function westernDigits(text: string): string {
  return text
    .replace(/\P{No}+/gu, (part) => part.normalize('NFKC'))
    .replace(/\p{Nd}/gu, (digit) => {
      // The digits of each script follow one another, and where two scripts meet, there are ten of each.
      let before = digit.codePointAt(0) as number;
      let value = -1;
      for (; /\p{Nd}/u.test(String.fromCodePoint(before)); before -= 1) value += 1;
      return String(value % 10);
    })
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',');
}

/** Words that people write for a currency, besides its sign, its code, and its name. */
const currencyWords: Record<string, string[]> = {
  EUR: ['Eur'],
  CHF: ['SFr.', 'Fr.', 'Fr'],
  SEK: ['kr.'],
  DKK: ['kr.'],
  NOK: ['kr.'],
};

/**
 * An amount without the sign, the code, or the word of its currency, before or after it: `withoutCurrency('EUR 1.234,50',
 * 'EUR')` is `'1.234,50'`. Those of other currencies stay, so that no foreign money is read as if it were in this one.
 */
export function withoutCurrency(text: string, currency: string): string {
  const narrow = narrowSign(currency);
  // With one letter of the country, or both: `C$` and `CA$`.
  const ofCountry = [1, 2].map((letters) => currency.slice(0, letters) + narrow);
  // Of `US dollars`, the last word, also in the singular.
  const word = currencyName(currency).split(' ').at(-1) as string;
  const signs = [currencySign(currency), narrow, ...(currencyWords[currency] ?? [])]
    .concat(/\p{Sc}/u.test(narrow) ? ofCountry : [])
    .concat(currency, word, word.replace(/s$/, ''))
    .sort((one, other) => other.length - one.length)
    .map((sign) => sign.replace(/[$.]/g, '\\$&').replace(/\s/g, '\\s'));
  // As a word of its own: the R in front of a sign makes it another currency.
  const sign = new RegExp(`(?<![\\p{L}\\p{Sc}])(?:${signs.join('|')})(?![\\p{L}\\p{Sc}])`, 'giu');
  return text.trim().replace(sign, '').trim();
}

/**
 * Parses the text of the currency field: only digits count, and the last ones are the decimals. `digitsToCents("$1,2")`
 * is `12`. Returns null if there is no digit or if the amount is too large. Source: `docs/spec-coverage.md`, section 5.
 */
export function digitsToCents(text: string): number | null {
  const digits = westernDigits(text).replace(/\D/g, '');
  if (digits === '') return null;
  const cents = Number(digits);
  return Number.isSafeInteger(cents) ? cents : null;
}

/**
 * What is said of a text of which {@link parseAmount} is null: the question what it means, or that it is no amount. The
 * example has the decimals of the currency.
 */
export function notAnAmount(text: string, exampleCents = 1_250): string {
  return askAboutAmount(text) ?? `Enter an amount, such as ${centsToDecimal(exampleCents)}`;
}
