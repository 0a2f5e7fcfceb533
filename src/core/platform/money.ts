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
