import { describe, expect, test } from 'vitest';
import { isAcceptablePassword, passwordRuleMessage } from '#core/people/password-rule.ts';
import { fc } from '#test/support/seed.ts';

const lower = fc.constantFrom(...'abcxyzäß');
const upper = fc.constantFrom(...'ABCXYZÄ');
const digit = fc.constantFrom(...'0123456789');
const other = fc.constantFrom(...' !?-_€ñ');

/** Any mix of the given characters with at least one of each kind in `needed`, shuffled. */
function mixOf(needed: fc.Arbitrary<string>[], filler: fc.Arbitrary<string>, length: number) {
  const rest = fc.array(filler, {
    minLength: length - needed.length,
    maxLength: length - needed.length,
  });
  return fc
    .tuple(fc.tuple(...needed), rest)
    .chain(([first, more]) => {
      const all = [...first, ...more];
      return fc.shuffledSubarray(all, { minLength: all.length });
    })
    .map((characters) => characters.join(''));
}

const anything = fc.oneof(lower, upper, digit, other);

describe('the password rule', () => {
  test('says what the specification says', () => {
    expect(passwordRuleMessage).toBe(
      'Must be at least 8 characters and include 1 lowercase letter, 1 uppercase letter, and 1 number',
    );
  });

  test('accepts 8 characters with a lowercase letter, an uppercase letter and a digit', () => {
    expect(isAcceptablePassword('Abcdefg1')).toBe(true);
    fc.assert(
      fc.property(mixOf([lower, upper, digit], anything, 8), (password) => {
        expect(isAcceptablePassword(password)).toBe(true);
      }),
    );
  });

  test('rejects any 7 characters', () => {
    fc.assert(
      fc.property(mixOf([lower, upper, digit], anything, 7), (password) => {
        expect(isAcceptablePassword(password)).toBe(false);
      }),
    );
  });

  test.each([
    ['lowercase letter', [upper, digit], fc.oneof(upper, digit)],
    ['uppercase letter', [lower, digit], fc.oneof(lower, digit)],
    ['digit', [lower, upper], fc.oneof(lower, upper)],
  ])('rejects a password without a %s', (_missing, needed, filler) => {
    fc.assert(
      fc.property(mixOf(needed, filler, 12), (password) => {
        expect(isAcceptablePassword(password)).toBe(false);
      }),
    );
  });

  test('has no greatest length', () => {
    expect(isAcceptablePassword(`Aa1${'x'.repeat(10_000)}`)).toBe(true);
  });

  test('accepts letters of any script', () => {
    expect(isAcceptablePassword('Пароль-1')).toBe(true);
  });
});
