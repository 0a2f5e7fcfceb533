import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { donationId } from '#contract/ids.ts';

/** The message under the field. */
function messageFor(field: z.ZodType, value: unknown): string | undefined {
  return field.safeParse(value).error?.issues[0]?.message;
}

describe('an id', () => {
  test.each([undefined, null, ''])('%j is "Required"', (value) => {
    expect(messageFor(donationId, value)).toBe('Required');
  });

  test.each(['1', 'not-an-id', "' or 1=1 --", 5])('%j is "Not an id"', (value) => {
    expect(messageFor(donationId, value)).toBe('Not an id');
  });

  test('is the same in upper case', () => {
    expect(donationId.parse('0199A2B4-C0DE-7000-8000-00000000CAFE')).toBe(
      '0199a2b4-c0de-7000-8000-00000000cafe',
    );
  });
});
