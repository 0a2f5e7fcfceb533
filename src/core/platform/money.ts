import { parseWrittenAmount } from '#core/platform/written-amounts.ts';

/**
 * The currency of the books and its decimals, cents as text, typed amounts as cents, and what cards can pay. Money is a
 * whole number of the smallest unit of its currency everywhere in this project. The code calls this unit a cent,
 * whatever people call it: a cent of a dollar, a yen, a fils of a dinar. Only screens show decimals. The largest amount
 * is 2^53 - 1 cents, about 90 trillion dollars.
 *
 * A site keeps its books in one currency. Each process and each page is told which one before it shows or reads an
 * amount ({@link setBookCurrency}).
 */

/** Largest amount of a single donation or allocation, in cents: $999,999.99. */
export const maxAmountCents = 99_999_999;

/**
 * The currencies that do not have two decimals, by how many they have. Source: ISO 4217, list one, by SIX
 * (six-group.com), 2026. Not `Intl`, which knows how many decimals are usual on price tags instead: none for the Iraqi dinar
 * or the Colombian peso.
 */
const unusualDecimals = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
};

/** The currency of a site that has chosen none. */
export const usualCurrency = 'USD';

let books: string = usualCurrency;

/** The currency of the books (ISO 4217, in capital letters). */
export function bookCurrency(): string {
  return books;
}

/** Says in which currency amounts are shown and read in this process or on this page from now on. */
export function setBookCurrency(currency: string): void {
  books = currency;
}

/** How many decimals the amounts of a currency have: 2 for `USD`, 0 for `JPY`, 3 for `KWD`. */
export function decimalsOf(currency: string = books): number {
  if (unusualDecimals[0].includes(currency)) return 0;
  return unusualDecimals[3].includes(currency) ? 3 : 2;
}

/** Of how many cents each amount that cards can pay is a multiple: two decimals are the most that they know. */
export function cardStep(currency: string = books): number {
  return decimalsOf(currency) > 2 ? 10 : 1;
}

/**
 * Why an amount cannot be paid or refunded by card, if it cannot; null otherwise. Cards know two decimals at most, so
 * the last of three is a zero. Source: docs.stripe.com/currencies, "Three-decimal currencies".
 */
export function cardProblem(cents: number, currency: string = books): string | null {
  const step = cardStep(currency);
  return cents % step === 0 ? null : `Must be a multiple of ${formatCents(step, currency)}`;
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = options ? `${currency} ${JSON.stringify(options)}` : currency;
  const known = formats.get(key);
  if (known) return known;
  const digits = decimalsOf(currency);
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...options,
  });
  formats.set(key, format);
  return format;
}

/**
 * The amount for people: `formatCents(123456)` is `"$1,234.56"`. Exact for every safe integer; throws RangeError
 * for anything else.
 */
export function formatCents(cents: number, currency: string = books): string {
  // As text: a float could round the last digit of a very large amount.
  return formatOf(currency).format(centsToDecimal(cents, currency) as `${number}`);
}

/**
 * The amount as people with another language write it: `formatCentsIn(123456, "fr-FR")` has a comma, and the sign of the
 * currency behind it. With plain spaces. Errors as for {@link formatCents}.
 */
export function formatCentsIn(cents: number, language: string): string {
  const digits = decimalsOf();
  return (
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency: books,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
      .format(centsToDecimal(cents) as `${number}`)
      // Narrow and no-break spaces are in few fonts, and cannot be searched for.
      .replaceAll(/[\u00a0\u202f]/g, ' ')
  );
}

/** {@link formatCents} without decimals that are all zeros: `formatBriefly(2500)` is `"$25"`, and `formatBriefly(550)` `"$5.50"`. */
export function formatBriefly(cents: number): string {
  return formatCents(cents).replace(/\.0+$/, '');
}

/** The rough size of an amount, for the axis of a chart: `formatRoughly(123456)` is `"$1.2K"`. */
export function formatRoughly(cents: number): string {
  const rough = {
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  } as const;
  return formatOf(books, rough).format(centsToDecimal(cents) as `${number}`);
}

/**
 * The amount as a plain decimal, the initial value of a form field: `centsToDecimal(1205)` is `"12.05"`. Throws
 * RangeError if the input is not a safe integer.
 */
export function centsToDecimal(cents: number, currency: string = books): string {
  assertCents(cents);
  const count = decimalsOf(currency);
  const digits = String(Math.abs(cents)).padStart(count + 1, '0');
  const sign = cents < 0 ? '-' : '';
  return count === 0 ? sign + digits : `${sign}${digits.slice(0, -count)}.${digits.slice(-count)}`;
}

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
 * written as this site writes it is never asked about, such as `"¥1,500"` or `"KWD 1.500"`. No amounts: negative ones, more
 * decimals than the currency has, more than three digits behind a mark, which may be a slip for anything, and what is too
 * large to be exact.
 */
export function readAmount(text: string, currency: string = books): TypedAmount {
  const number = withoutCurrency(westernDigits(text), currency);
  if (/[.,]\d{4,}$/.test(number)) return nothing;
  const [own = null, other = null] = (['.', ','] as const)
    .map((mark) => parseWrittenAmount(number, decimalsOf(currency), mark))
    .map((cents) => (cents === null || cents < 0 ? null : cents));
  const clear = (cents: number | null): TypedAmount => ({ cents, choices: [] });
  const asked = (...choices: number[]): TypedAmount => ({ cents: null, choices });
  if (own === null) {
    return other !== null && /^\d{1,3}\.\d{3}$/.test(number) ? asked(other) : clear(other);
  }
  const isClear = other === null || other === own || isOurs(number, own, currency);
  return isClear ? clear(own) : asked(own, other);
}

const nothing: TypedAmount = { cents: null, choices: [] };

function isOurs(number: string, cents: number, currency: string): boolean {
  return withoutCurrency(formatCents(cents, currency), currency) === number;
}

/** The amount of {@link readAmount} in cents: `parseAmount("1,234.5")` is `123450`. Null for none, and for one that is asked about. */
export function parseAmount(text: string, currency: string = books): number | null {
  return readAmount(text, currency).cents;
}

/** The question about a text that can mean several amounts: "Do you mean $1,500.00 or $1.50?" Null for any other text. */
export function askAboutAmount(text: string, currency: string = books): string | null {
  const { choices } = readAmount(text, currency);
  if (choices.length === 0) return null;
  return `Do you mean ${choices.map((cents) => formatCents(cents, currency)).join(' or ')}?`;
}

/**
 * What a typed text may have been meant as, other than what it is read as: the amounts that {@link readAmount} asks about,
 * and for less than people usually give, the same digits without decimals: 250 in a field that takes cents, too, is $2.50,
 * and may have been meant as $250.00. Amounts in cents.
 */
export function amountsMeant(
  text: string,
  usual: { lowest: number; most: number } | undefined,
): readonly number[] {
  const { cents, choices } = readAmount(text);
  if (!cents || usual === undefined || cents >= usual.lowest) return choices;
  const whole = cents * 10 ** decimalsOf();
  return whole > cents && whole <= usual.most ? [whole] : [];
}

/** How a field that takes the digits of decimals, too, is typed in; null where there are none. */
export function registerHint(): string | null {
  const digits = decimalsOf();
  if (digits === 0) return null;
  const cents = 25 * 10 ** digits;
  // Pence, fils, and others have too many names.
  const what = /dollar|euro/.test(currencyName()) ? 'the cents' : `all ${digits} decimals`;
  return `Type ${what} too: ${cents} for ${formatCents(cents)}.`;
}

/** Text with the digits of ASCII instead of those of other scripts, and the marks that belong to them. */
export function westernDigits(text: string): string {
  return text
    .normalize('NFKC')
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
 * is `12`. Returns null if there is no digit or if the amount is too large. Source: `docs/spec-coverage.md`,
 * section 5.
 */
export function digitsToCents(text: string): number | null {
  const digits = westernDigits(text).replace(/\D/g, '');
  if (digits === '') return null;
  const cents = Number(digits);
  return Number.isSafeInteger(cents) ? cents : null;
}

/** What stands in front of an amount: `$`, `¥`, or the code of a currency that has no sign. */
export function currencySign(currency: string = books): string {
  return partOf(formatOf(currency));
}

/** What people write where no other currency is meant: `$` for Canadian dollars, too. */
export function narrowSign(currency: string): string {
  return partOf(formatOf(currency, { currencyDisplay: 'narrowSymbol' }));
}

/** What the currency is called in a sentence: `US dollars`, `Japanese yen`. */
export function currencyName(currency: string = books): string {
  return partOf(formatOf(currency, { currencyDisplay: 'name' }));
}

function partOf(format: Intl.NumberFormat): string {
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';
}

/** What is said of an amount above {@link maxAmountCents}. */
export function tooLarge(): string {
  return `Must be less than ${formatCents(maxAmountCents + 1)}`;
}

/**
 * What is said of a text of which {@link parseAmount} is null: the question what it means, or that it is no amount. The
 * example has the decimals of the currency.
 */
export function notAnAmount(text: string, exampleCents = 1_250): string {
  return askAboutAmount(text) ?? `Enter an amount, such as ${centsToDecimal(exampleCents)}`;
}

/** The sum of some amounts in cents, 0 for none. Throws RangeError rather than lose a cent to rounding. */
export function sumCents(amounts: Iterable<number>): number {
  let total = 0;
  for (const amount of amounts) {
    assertCents(amount);
    total += amount;
    assertCents(total);
  }
  return total;
}

function assertCents(cents: number): void {
  if (!Number.isSafeInteger(cents)) {
    throw new RangeError(`Not an amount in whole cents: ${cents}`);
  }
}
