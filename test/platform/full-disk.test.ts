import { expect, test } from 'vitest';
import { isDatabaseAway } from '#server/platform/db/database-errors.ts';

test('a database without space is away, and what it refused may be tried again', () => {
  const full = Object.assign(new Error('could not extend file: No space left on device'), {
    code: '53100',
  });
  expect(isDatabaseAway(full)).toBe(true);
});
