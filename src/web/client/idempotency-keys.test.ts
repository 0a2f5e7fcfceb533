import { afterEach, expect, test, vi } from 'vitest';
import { createIdempotencyKeys } from '#web/client/idempotency-keys.ts';

afterEach(() => void vi.useRealTimers());

test('what is sent again is the same call, also after another one was lost or answered', () => {
  const keys = createIdempotencyKeys();
  const [a, b] = [keys.keyFor({ cents: 1 }), keys.keyFor({ cents: 2 })];
  expect(a).not.toBe(b);
  expect(keys.keyFor({ cents: 1 })).toBe(a);
  keys.renew({ cents: 1 });
  expect(keys.keyFor({ cents: 2 })).toBe(b);
  expect(keys.keyFor({ cents: 1 })).not.toBe(a);
});

test('what was kept is still the same call on the next page', () => {
  const keys = createIdempotencyKeys();
  const key = keys.keyFor('a refund');
  const kept = JSON.parse(JSON.stringify(keys.waiting()));
  expect(createIdempotencyKeys(kept).keyFor('a refund')).toBe(key);
});

test('after a quarter of an hour, the same is meant anew', () => {
  vi.useFakeTimers();
  const keys = createIdempotencyKeys();
  const key = keys.keyFor('a refund');
  vi.advanceTimersByTime(14 * 60_000);
  expect(keys.keyFor('a refund')).toBe(key);
  vi.advanceTimersByTime(60_000);
  expect(keys.keyFor('a refund')).not.toBe(key);
});
