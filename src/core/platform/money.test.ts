import { afterEach, describe, expect, test } from 'vitest';
import { currencies } from '#core/platform/currencies.ts';
import { amountsMeant, registerHint, typedIn } from '#core/platform/meant-amounts.ts';
import {
  bookCurrency,
  cardProblem,
  centsToDecimal,
  currencyName,
  currencySign,
  decimalsOf,
  formatBriefly,
  formatCents,
  formatRoughly,
  setBookCurrency,
  sumCents,
  tooLarge,
} from '#core/platform/money.ts';
import {
  askAboutAmount,
  digitsToCents,
  notAnAmount,
  parseAmount,
  readAmount,
} from '#core/platform/typed-amounts.ts';
import { fc } from '#test/support/seed.ts';

// The next file may run in the same process.
afterEach(() => setBookCurrency('USD'));

const largest = Number.MAX_SAFE_INTEGER;
const amount = fc.oneof(fc.nat(), fc.maxSafeNat());
const balance = fc.oneof(fc.integer(), fc.maxSafeInteger());
const noAmount = fc.oneof(
  fc.double().filter((value) => !Number.isSafeInteger(value)),
  fc.constantFrom(0.5, largest + 1, -largest - 1, Number.NaN, Number.POSITIVE_INFINITY),
);

/** Formats cents as dollars with integer arithmetic of its own, so that rounding cannot go unnoticed. */
function asDecimal(cents: number): string {
  const whole = BigInt(cents) / 100n;
  const rest = BigInt(cents) % 100n;
  const sign = cents < 0 ? '-' : '';
  return `${sign}${abs(whole)}.${String(abs(rest)).padStart(2, '0')}`;
}

const abs = (value: bigint) => (value < 0n ? -value : value);

describe('formatCents', () => {
  test.each([
    [0, '$0.00'],
    [-0, '$0.00'],
    [1, '$0.01'],
    [99, '$0.99'],
    [100, '$1.00'],
    [123456, '$1,234.56'],
    [-1205, '-$12.05'],
    [largest, '$90,071,992,547,409.91'],
    [-largest, '-$90,071,992,547,409.91'],
  ])('%d is %s', (cents, text) => {
    expect(formatCents(cents)).toBe(text);
  });

  test('shows every amount to the cent', () => {
    fc.assert(
      fc.property(balance, (cents) => {
        expect(formatCents(cents).replaceAll(/[$,]/g, '')).toBe(asDecimal(cents));
      }),
    );
  });

  test('rejects what is not an amount in whole cents', () => {
    fc.assert(
      fc.property(noAmount, (value) => {
        expect(() => formatCents(value)).toThrow(RangeError);
        expect(() => formatCents(value)).toThrow(`Not an amount in whole cents: ${value}`);
      }),
    );
  });
});

describe('centsToDecimal', () => {
  test('formats every amount to the cent', () => {
    expect(centsToDecimal(1205)).toBe('12.05');
    fc.assert(
      fc.property(balance, (cents) => {
        expect(centsToDecimal(cents)).toBe(asDecimal(cents));
      }),
    );
  });

  test('rejects what is not an amount in whole cents', () => {
    fc.assert(
      fc.property(noAmount, (value) => {
        expect(() => centsToDecimal(value)).toThrow(RangeError);
      }),
    );
  });
});

describe('parseAmount', () => {
  test('parses what formatCents and centsToDecimal formatted', () => {
    fc.assert(
      fc.property(amount, (cents) => {
        expect(parseAmount(formatCents(cents))).toBe(cents);
        expect(parseAmount(centsToDecimal(cents))).toBe(cents);
      }),
    );
  });

  test.each([
    ['1,234.5', 123450],
    [' $ 5 ', 500],
    ['5.', 500],
    ['.5', 50],
    ['007', 700],
    // 0.29 × 100 is 28.999999999999996 in floating point.
    ['0.29', 29],
    ['90071992547409.91', largest],
    ['25,50', 2550],
    ['1.200,50', 120050],
    ['1.234.567', 123456700],
    ['1,234', 123400],
    ['1234.500', 123450],
    ['0,500', 50],
    ['1 000', 100000],
    ["1'234.50", 123450],
    ['12,34,567', 123456700],
    ['5$', 500],
    ['25 dollars', 2500],
    ['USD 25', 2500],
    ['\u0662\u0665', 2500],
    ['\u06f2\u06f5', 2500],
    ['\u096a\u0967', 4100],
    ['\uff12\uff15', 2500],
    ['\uff04\uff12\uff15\uff0e\uff15', 2550],
    ['\u0661\u066c\u0662\u0663\u0664\u066b\u0665', 123450],
    ['\u{1d7db}\u{1d7dc}', 3400],
  ])('%j is %d cents', (text, cents) => {
    expect(parseAmount(text)).toBe(cents);
  });

  test.each([
    '',
    ' ',
    '.',
    '$',
    'five',
    '-1',
    '$-5',
    '$$5',
    '1..2',
    '1.2.3',
    '1,2,3',
    '1234,567',
    ',123',
    '0.234',
    '25 euros',
    '1,500 EUR',
    '25\u00a2',
    '5\u00b2',
    '2\u00bd',
    '€25',
    '1e5',
    '0x10',
    'NaN',
    'Infinity',
    '1.00 and more',
    // One cent more than can be represented exactly.
    '90071992547409.92',
    '9'.repeat(400),
  ])('%j is not an amount', (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  test('reads any input exactly or not at all', () => {
    const typing = fc.string({ unit: fc.constantFrom(...'0123456789.,$ -e'), maxLength: 20 });
    fc.assert(
      fc.property(typing, (text) => expectExact(text, 2)),
      { numRuns: 2_000 },
    );
  });
});

/** Whatever a text is read as has the digits of the text, and nothing but zeros behind its decimals. */
function expectExact(text: string, decimals: number): void {
  const { cents, choices } = readAmount(text);
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  for (const amount of cents === null ? choices : [cents]) {
    const shown = String(amount);
    const isPadded = shown.startsWith(digits) && /^0*$/.test(shown.slice(digits.length));
    const isCut = digits.startsWith(shown) && /^0*$/.test(digits.slice(shown.length));
    expect(amount === 0 ? /^0*$/.test(digits) : isPadded || isCut, text).toBe(true);
    // A mark that stands once and before too few digits for a group is a decimal one.
    const [, fraction = ''] = /^[\d ]*[.,](\d{1,2})$/.exec(text.trim()) ?? [];
    if (fraction !== '') expect(amount % 10 ** Math.max(0, decimals - fraction.length)).toBe(0);
  }
}

test.each(['1,5000', '1.5000', '12,50000', '$1,234,5678'])(
  'of %j, nobody knows where its mark belongs',
  (text) => expect(readAmount(text)).toEqual({ cents: null, choices: [] }),
);

const inDollars = 'Amounts here are in US dollars. ';

describe('an amount that can be read in two ways', () => {
  test.each([
    ['USD', '1,500', [150_000, 150], 'Do you mean $1,500.00 or $1.50?'],
    ['USD', '$1,500', [150_000, 150], 'Do you mean $1,500.00 or $1.50?'],
    ['USD', '1.200', [120, 120_000], 'Do you mean $1.20 or $1,200.00?'],
    ['USD', '1.234', [123_400], 'Do you mean $1,234.00?'],
    ['USD', '\u0661\u066c\u0665\u0660\u0660', [150_000, 150], 'Do you mean $1,500.00 or $1.50?'],
    ['EUR', '1.500', [150, 150_000], 'Do you mean €1.50 or €1,500.00?'],
    ['EUR', '1.500,-', [150, 150_000], 'Do you mean €1.50 or €1,500.00?'],
    ['KWD', '1,500', [1_500_000, 1_500], 'Do you mean KWD\u00a01,500.000 or KWD\u00a01.500?'],
    ['JPY', '1.000', [1, 1_000], 'Do you mean ¥1 or ¥1,000?'],
    ['USD', '01,500', [150_000, 150], 'Do you mean $1,500.00 or $1.50?'],
    ['USD', '1 000,000', [100_000, 100_000_000], 'Do you mean $1,000.00 or $1,000,000.00?'],
    ['USD', '1.000,000', [100_000, 100_000_000], 'Do you mean $1,000.00 or $1,000,000.00?'],
    ['USD', "1'000.000", [100_000, 100_000_000], 'Do you mean $1,000.00 or $1,000,000.00?'],
    ['USD', '€50.00', [5_000], `${inDollars}Do you mean $50.00?`],
    ['USD', '50 €', [5_000], `${inDollars}Do you mean $50.00?`],
    ['USD', 'C$5,000', [500_000, 500], `${inDollars}Do you mean $5,000.00 or $5.00?`],
    ['EUR', '¥5000', [500_000], 'Amounts here are in euros. Do you mean €5,000.00?'],
  ])('in %s, %j is asked about', (currency, text, choices, question) => {
    setBookCurrency(currency);
    expect(readAmount(text)).toEqual({ cents: null, choices });
    expect(parseAmount(text)).toBeNull();
    expect(askAboutAmount(text)).toBe(question);
  });

  test.each([
    // Typed key by key, as the field shows it.
    ['$2.50', [25_000]],
    ['$0.25', [2_500]],
    ['$25.00', []],
    ['$30.00', []],
    ['$24.00', []],
    ['$0.00', []],
    ['', []],
    ['five', []],
    ['1,500', [150_000, 150]],
  ])('%j where people give $25.00 and more may be meant as %j', (text, meant) => {
    expect(amountsMeant(text, { lowest: 2_500, most: 200_000 })).toEqual(meant);
  });

  test('a text that is longer than any amount is none, and not even looked at', () => {
    // Of ten thousand signs in front of an amount, each was read for itself.
    for (const sign of ['€', '¥', '\u0661', 'Kč ', ' ']) {
      expect(readAmount(`${sign.repeat(10_500)}5`)).toEqual({ cents: null, choices: [] });
    }
  });

  test.each([
    ['25.5', '$2.55', [2_550]],
    ['1200,5', '$120.05', [120_050]],
    ['100.000', '$1,000.00', [10_000, 10_000_000]],
    ['20 000', '$200.00', [2_000_000]],
    ['1,500', '$15.00', [150_000, 150]],
    ['\u0662\u0665\u066b\u0665', '$2.55', [2_550]],
    // The field shows what it says.
    ['2.50', '$2.50', []],
    ['1,234.50', '$1,234.50', []],
    // Whether something follows, nobody knows.
    ['25.', '$0.25', [2_500]],
    ['$25', '$0.25', [2_500]],
    ['250', '$2.50', [25_000]],
    ['', '$2.50', [25_000]],
  ])('%j that the field shows as %j may be meant as %j', (typed, text, meant) => {
    expect(amountsMeant(text, { lowest: 2_500, most: 200_000 }, typed)).toEqual(meant);
  });

  test.each([
    ['$2.55', '25.', '5', '25.5'],
    ['$0.25', '25', '.', '25.'],
    ['$0.25', '25.5', '', '25.'],
    ['$0.02', '25.5', '2', '2'],
    ['', '25.5', '', ''],
    // Pasted, or typed in the middle.
    ['$25.00', '1.5', '25', ''],
    ['$25.05', '', '5', ''],
    ['$15.25', '12.5', '5', ''],
  ])('a field that shows %j after %j and the key %j has %j typed into it', (...parts) => {
    const [text, before, key, typed] = parts;
    expect(typedIn(text, before, key)).toBe(typed);
  });

  test('no digits are decimals where a currency has none', () => {
    setBookCurrency('JPY');
    expect(amountsMeant('¥250', { lowest: 2_500, most: 200_000 })).toEqual([]);
    expect(registerHint()).toBeNull();
  });

  test.each([
    ['USD', 'Type the cents too: 2500 for $25.00.'],
    ['EUR', 'Type the cents too: 2500 for €25.00.'],
    ['GBP', 'Type all 2 decimals too: 2500 for £25.00.'],
    ['KWD', 'Type all 3 decimals too: 25000 for KWD\u00a025.000.'],
  ])('in %s, the hint says %j', (currency, hint) => {
    setBookCurrency(currency);
    expect(registerHint()).toBe(hint);
  });

  test.each([
    ['USD', '1,500.00', 150_000],
    ['USD', '1500', 150_000],
    ['USD', '1.5', 150],
    ['USD', '0,500', 50],
    ['USD', '1,234,567', 123_456_700],
    ['USD', '1.234.567', 123_456_700],
    ['KWD', '1 000,000', 1_000_000],
    ['JPY', '1,000', 1_000],
    ['JPY', '¥1,500', 1_500],
    ['KWD', '1.500', 1_500],
    ['KWD', 'KWD 25.000', 25_000],
    ['KWD', '1,500.000', 1_500_000],
  ])('in %s, %j is not', (currency, text, cents) => {
    setBookCurrency(currency);
    expect(readAmount(text)).toEqual({ cents, choices: [] });
    expect(askAboutAmount(text)).toBeNull();
  });
});

describe('digitsToCents', () => {
  test('parses the digits of any formatted amount', () => {
    fc.assert(
      fc.property(amount, (cents) => {
        expect(digitsToCents(formatCents(cents))).toBe(cents);
      }),
    );
  });

  test('uses only digits, the last two as cents', () => {
    expect(digitsToCents('$1,2')).toBe(12);
    expect(digitsToCents('$1,234.5')).toBe(12345);
    expect(digitsToCents('\u06f1\u0662\u096a')).toBe(124);
  });

  test.each(['', '$', 'abc', '9007199254740992'])('%j is not an amount', (text) => {
    expect(digitsToCents(text)).toBeNull();
  });
});

/** An amount with integer arithmetic of its own, in a currency with so many decimals. */
function asText(cents: number, decimals: number): string {
  const unit = 10n ** BigInt(decimals);
  const [whole, rest] = [abs(BigInt(cents)) / unit, abs(BigInt(cents)) % unit];
  const fraction = decimals === 0 ? '' : `.${String(rest).padStart(decimals, '0')}`;
  return `${cents < 0 ? '-' : ''}${whole}${fraction}`;
}

describe.each([
  ['JPY', 0, '¥', 'Japanese yen'],
  ['XAF', 0, 'FCFA', 'Central African CFA francs'],
  ['EUR', 2, '€', 'euros'],
  // No decimals by what is usual, and two by the standard.
  ['COP', 2, 'COP', 'Colombian pesos'],
  ['KWD', 3, 'KWD', 'Kuwaiti dinars'],
  ['IQD', 3, 'IQD', 'Iraqi dinars'],
])('in %s, with %i decimals,', (currency, decimals, sign, name) => {
  const use = () => setBookCurrency(currency);

  test('every amount is shown exactly and read again, with or without its sign or code', () => {
    use();
    fc.assert(
      fc.property(amount, (cents) => {
        const text = asText(cents, decimals);
        expect(centsToDecimal(cents)).toBe(text);
        expect(centsToDecimal(-cents)).toBe(asText(-cents, decimals));
        expect(formatCents(cents).replaceAll(/[^\d.]/g, '')).toBe(text);
        for (const typed of [text, formatCents(cents), `${currency} ${text}`]) {
          expect(parseAmount(typed)).toBe(cents);
        }
        expect(digitsToCents(formatCents(cents))).toBe(cents);
      }),
    );
  });

  test('typing is read exactly or not at all', () => {
    use();
    const typing = fc.string({ unit: fc.constantFrom(...'0123456789.,$¥ -e'), maxLength: 20 });
    fc.assert(
      fc.property(typing, (text) => expectExact(text, decimals)),
      { numRuns: 2_000 },
    );
  });

  test('one decimal more is not an amount', () => {
    use();
    expect(parseAmount(`5.${'1'.repeat(decimals + 1)}`)).toBeNull();
    expect(parseAmount('5.')).toBe(5 * 10 ** decimals);
    // Of another currency.
    expect(parseAmount('₹5')).toBeNull();
  });

  test('it has its own sign and name', () => {
    use();
    expect([decimalsOf(), currencySign(), currencyName()]).toEqual([decimals, sign, name]);
  });
});

test.each([
  ['USD', '$1,234.56', '$25', '$5.50', '$1.2K', '$1,000,000.00', '12.50'],
  ['JPY', '¥123,456', '¥2,500', '¥550', '¥123.5K', '¥100,000,000', '1250'],
  ['KWD', 'KWD 123.456', 'KWD 2.500', 'KWD 0.550', 'KWD 123.5', 'KWD 100,000.000', '1.250'],
])('in %s, amounts look like %s', (currency, full, brief, odd, rough, most, example) => {
  setBookCurrency(currency);
  expect(bookCurrency()).toBe(currency);
  const spaced = (text: string) => text.replaceAll('\u00a0', ' ');
  expect(spaced(formatCents(123_456))).toBe(full);
  expect([2_500, 550].map(formatBriefly).map(spaced)).toEqual([brief, odd]);
  expect(spaced(formatRoughly(123_456))).toBe(rough);
  expect(spaced(tooLarge())).toBe(`Must be less than ${most}`);
  expect(notAnAmount('five')).toBe(`Enter an amount, such as ${example}`);
  // Another currency than that of the books, where one is named.
  expect(spaced(formatCents(123_456, 'EUR'))).toBe('€1,234.56');
  expect(parseAmount('€1,234.56', 'EUR')).toBe(123_456);
});

test('cards take three decimals only if the last one is a zero', () => {
  expect([1, 12_345].map((cents) => cardProblem(cents))).toEqual([null, null]);
  setBookCurrency('JPY');
  expect(cardProblem(1)).toBeNull();
  setBookCurrency('KWD');
  expect(cardProblem(5_120)).toBeNull();
  expect(cardProblem(5_124)).toBe('Must be a multiple of KWD\u00a00.010');
});

test('every currency that books can be in shows each of its cents', () => {
  for (const currency of currencies) {
    const text = formatCents(1_234_567, currency);
    expect(text.replaceAll(/[^\d]/g, ''), currency).toBe('1234567');
    expect(parseAmount(text, currency), currency).toBe(1_234_567);
  }
});

describe('sumCents', () => {
  test('is exact, or throws', () => {
    fc.assert(
      fc.property(fc.array(balance), (amounts) => {
        // Also an intermediate sum: a total that cannot be represented exactly has already lost a cent.
        const totals = amounts.map((_, index) =>
          amounts.slice(0, index + 1).reduce((total, cents) => total + BigInt(cents), 0n),
        );
        if (totals.some((total) => abs(total) > BigInt(largest))) {
          expect(() => sumCents(amounts)).toThrow(RangeError);
        } else {
          expect(BigInt(sumCents(amounts))).toBe(totals.at(-1) ?? 0n);
        }
      }),
    );
  });

  test('rejects a list with anything else in it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), noAmount, (amounts, value) => {
        expect(() => sumCents([...amounts, value])).toThrow(RangeError);
      }),
    );
  });
});
