import { afterEach, expect, test, vi } from 'vitest';
import { createIdempotencyKeys, type IdempotencyKeys } from '#web/client/idempotency-keys.ts';

afterEach(() => void vi.useRealTimers());

const lost = new Error('no answer');
const refusal = Object.assign(new Error('refused'), { status: 409, data: { message: 'No' } });
const signedOut = Object.assign(new Error('signed out'), {
  status: 401,
  data: { message: 'Who?' },
});
const unproven = Object.assign(new Error('unproven'), {
  status: 403,
  data: { message: 'Who?', code: 'confirm_identity' },
});
const tooMany = Object.assign(new Error('too many'), { status: 429, data: { message: 'Wait.' } });
const failure = Object.assign(new Error('failed'), { status: 500, data: { message: 'Oh' } });
const fromProxy = Object.assign(new Error('refused by a proxy'), { status: 413 });

/** The key that a call was sent with; it fails with this. */
async function sendAndFail(keys: IdempotencyKeys, content: unknown, error: Error = lost) {
  const call = vi.fn((_key: string) => Promise.reject(error));
  await expect(keys.send(content, call)).rejects.toBe(error);
  return call.mock.calls[0]?.[0];
}

test('what is sent again is the same call, also after another one was lost or answered', async () => {
  const keys = createIdempotencyKeys();
  const a = await sendAndFail(keys, { cents: 1 });
  const b = await sendAndFail(keys, { cents: 2 });
  expect(a).not.toBe(b);
  expect(await keys.send({ cents: 1 }, async (key) => key)).toBe(a);
  expect(await sendAndFail(keys, { cents: 2 })).toBe(b);
  expect(await sendAndFail(keys, { cents: 1 })).not.toBe(a);
});

test('what the server refused is another call when it is sent again, and nothing else is', async () => {
  const keys = createIdempotencyKeys();
  const first = await sendAndFail(keys, 'a refund');
  for (const error of [signedOut, unproven, tooMany, failure, fromProxy, refusal]) {
    expect(await sendAndFail(keys, 'a refund', error)).toBe(first);
  }
  expect(await sendAndFail(keys, 'a refund')).not.toBe(first);
});

test('what was kept is still the same call on the next page', async () => {
  const keys = createIdempotencyKeys();
  const key = await sendAndFail(keys, 'a refund');
  const kept = JSON.parse(JSON.stringify(keys.waiting()));
  expect(await sendAndFail(createIdempotencyKeys(kept), 'a refund')).toBe(key);
});

test('after a quarter of an hour, the same is meant anew', async () => {
  vi.useFakeTimers();
  const keys = createIdempotencyKeys();
  const key = await sendAndFail(keys, 'a refund');
  vi.advanceTimersByTime(14 * 60_000);
  expect(await sendAndFail(keys, 'a refund')).toBe(key);
  vi.advanceTimersByTime(60_000);
  expect(await sendAndFail(keys, 'a refund')).not.toBe(key);
});
