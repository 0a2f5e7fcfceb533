import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  amountCents,
  contactDetails,
  email,
  honeypot,
  optionalText,
  paging,
  queryFlag,
  requiredLine,
  requiredText,
} from '#contract/fields.ts';
import { maxAmountCents } from '#core/platform/money.ts';
import { fc } from '#test/support/seed.ts';

/** The message under the field; null if the value is valid. */
function messageFor(field: z.ZodType, value: unknown): string | null {
  return field.safeParse(value).error?.issues[0]?.message ?? null;
}

describe('a required line', () => {
  test.each([undefined, null, '', '   ', '\t\n', 5, {}])('%j is "Required"', (value) => {
    expect(messageFor(requiredLine(100), value)).toBe('Required');
  });

  test('is trimmed, and otherwise kept as typed', () => {
    expect(requiredLine(100).parse("  Zoë  O'Neill-Łuczak ")).toBe("Zoë  O'Neill-Łuczak");
  });

  test('loses what cannot be seen', () => {
    const name = requiredLine(100);
    expect(name.parse('\u202eaniraM\u202c \u200bBa\u00adker\u2069')).toBe('aniraM Baker');
    expect(name.parse('\ufeff\u{e0041}Ana')).toBe('Ana');
    // A Persian name and a family in one sign need their joiners.
    for (const kept of ['علی\u200cرضا', '👩\u200d👧', '❤\ufe0f'])
      expect(name.parse(kept)).toBe(kept);
    expect(name.parse('\ufff9Ana\ufffa\ufffb')).toBe('Ana');
  });

  test.each([
    ['\u200b'],
    ['\u202e\u202c'],
    ['\u200d\u200c'],
    ['\u115f', '\u1160', '\u3164', '\uffa0'],
    ['\u2800', '\u2800 \u2800', '\u{1d159}', '\u{13441}', '\u{16fe4}', '\ufffe\ufdd0'],
    ['\ufff9', '\ufffa', '\ufffb'],
    ['\u0600', '\u0601', '\u0602', '\u0603', '\u0604', '\u0605', '\u06dd', '\u070f', '\u{110bd}'],
    ['\u2800\u200b\u0600 \u3164'],
  ])('is empty if nothing of it can be seen: %j', (...nothing) => {
    for (const text of nothing) {
      expect(messageFor(requiredLine(100), text)).toBe('Required');
      expect(messageFor(requiredText(100), `${text}\n${text}`)).toBe('Required');
    }
  });

  test('keeps what is a text only beside others', () => {
    for (const kept of ['\u0600 ١٢', '⠓⠊\u2800⠍⠑'])
      expect(requiredLine(100).parse(kept)).toBe(kept);
  });

  test('accepts up to its maximum length', () => {
    expect(messageFor(requiredLine(5), 'abcde')).toBeNull();
    expect(messageFor(requiredLine(5), 'abcdef')).toBe('At most 5 characters');
  });

  test.each(['two\nlines', 'a\tb', 'a\u0000b', 'a\u2028b', 'half a pair \ud800 here'])(
    '%j contains characters that no name has',
    (value) => {
      expect(messageFor(requiredLine(100), value)).toBe('Contains characters that cannot be used');
    },
  );
});

describe('a phone number and a zip code', () => {
  test.each(['phone', 'zip'] as const)('%s has no rule', (name) => {
    const field = contactDetails[name];
    expect(field.parse('10001\r\n\t-1234 ')).toBe('10001 -1234');
    expect(field.parse('\u202a+1 555 0100\u202c')).toBe('+1 555 0100');
    expect(messageFor(field, `after six: ${'5'.repeat(480)}`)).toBeNull();
    expect(messageFor(field, '5'.repeat(501))).toBe('At most 500 characters');
    expect(messageFor(field, ' \n ')).toBe('Required');
  });
});

describe('a text', () => {
  test('keeps line breaks and tabs, and rejects other control characters', () => {
    expect(requiredText(100).parse('one\r\n\ttwo')).toBe('one\r\n\ttwo');
    expect(messageFor(requiredText(100), 'a\u0000b')).toBe(
      'Contains characters that cannot be used',
    );
  });

  test('loses what cannot be seen', () => {
    expect(requiredText(100).parse('\u202eaniraM\u202c\n\u200bBaker')).toBe('aniraM\nBaker');
    expect(requiredText(100).parse('علی\u200cرضا')).toBe('علی\u200cرضا');
    expect(messageFor(requiredText(100), '\u200b\n\u202e')).toBe('Required');
  });

  test('is required, or may be empty', () => {
    expect(messageFor(requiredText(100), '  ')).toBe('Required');
    expect(messageFor(optionalText(100), '  ')).toBeNull();
    expect(messageFor(optionalText(3), 'abcd')).toBe('At most 3 characters');
  });
});

describe('an email address', () => {
  test.each([undefined, '', '  '])('%j is "Required"', (value) => {
    expect(messageFor(email, value)).toBe('Required');
  });

  test.each([
    'grace',
    'grace@',
    '@example.com',
    'grace@example',
    'grace hopper@example.com',
    'grace@example.com, ada@example.com',
    'grace@example.com\nBcc: everyone@example.com',
    'Grace <grace@example.com>',
    `${'x'.repeat(250)}@example.com`,
  ])('%j is "Invalid email"', (value) => {
    expect(messageFor(email, value)).toBe('Invalid email');
  });

  test.each(['grace@example.com', ' grace.hopper+navy@mail.example.co.uk '])(
    '%j is valid',
    (value) => {
      expect(email.parse(value)).toBe(value.trim());
    },
  );

  test('never contains a character that could add a header to an email', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.emailAddress(), (text, address) => {
        const at = text.length % (address.length + 1);
        const result = email.safeParse(address.slice(0, at) + text + address.slice(at));
        if (result.success) expect(result.data).toMatch(/^[^\s<>,;"]+$/);
      }),
    );
  });
});

describe('an amount', () => {
  test('is required', () => {
    expect(messageFor(amountCents, undefined)).toBe('Required');
  });

  test.each(['100', null, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, true, []])(
    '%j is not a whole number of cents',
    (value) => {
      expect(messageFor(amountCents, value)).toBe('Must be a whole number of cents');
    },
  );

  test.each([0, -1, -100])('%d is not more than zero', (value) => {
    expect(messageFor(amountCents, value)).toBe('Must be more than zero');
  });

  test('is at most $999,999.99', () => {
    expect(maxAmountCents).toBe(99_999_999);
    expect(messageFor(amountCents, 100_000_000)).toBe('Must be less than $1,000,000.00');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: maxAmountCents }), (cents) => {
        expect(amountCents.parse(cents)).toBe(cents);
      }),
    );
  });
});

describe('small fields', () => {
  test('nobody is refused for the honeypot, which people cannot see', () => {
    expect(messageFor(honeypot, undefined)).toBeNull();
    expect(messageFor(honeypot, '')).toBeNull();
    expect(messageFor(honeypot, 'https://spam.example')).toBeNull();
  });

  test('a page has 1 to 500 rows, 500 by default', () => {
    expect(paging.limit.parse(undefined)).toBe(500);
    expect(paging.limit.parse('1')).toBe(1);
    for (const limit of ['0', '501', '-1', '1.5', 'all']) {
      expect(paging.limit.safeParse(limit).success).toBe(false);
    }
  });

  test('a query flag is true or false', () => {
    expect(queryFlag.parse('true')).toBe(true);
    expect(queryFlag.parse('false')).toBe(false);
    expect(queryFlag.safeParse('yes').success).toBe(false);
  });
});
