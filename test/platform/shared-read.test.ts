import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isDatabaseAway } from '#server/platform/db/database-errors.ts';
import { sharedRead } from '#server/platform/db/shared-read.ts';

/** A read that ends when the test says so, and gives what was there when it began. */
function aSlowRead() {
  const site = { value: 'old' };
  const waiting: ((end: 'well' | 'badly') => void)[] = [];
  const reads: string[] = [];
  const read = sharedRead(async (of: string) => {
    const { value } = site;
    reads.push(of);
    const end = await new Promise((resolve) => waiting.push(resolve));
    if (end === 'badly') throw new Error('The database went away.');
    return `${of}: ${value}`;
  });
  const end = async (how: 'well' | 'badly') => {
    waiting.shift()?.(how);
    await nextTurn();
  };
  return { site, reads, read, end };
}

test('a crowd shares two reads: the one that is running, and the next', async () => {
  const { reads, read, end } = aSlowRead();
  const first = read('needs');
  const crowd = Array.from({ length: 50 }, () => read('needs'));
  await end('well');
  await end('well');
  expect(await first).toBe('needs: old');
  expect(new Set(await Promise.all(crowd))).toEqual(new Set(['needs: old']));
  expect(reads).toEqual(['needs', 'needs']);
  const next = read('needs');
  expect(reads).toHaveLength(3);
  // A read that is left alone fails in a minute, in whatever test runs then.
  await end('well');
  await next;
});

test('nobody gets what was read before they asked', async () => {
  const { site, read, end } = aSlowRead();
  const early = read('needs');
  site.value = 'new';
  const late = read('needs');
  await end('well');
  const later = read('needs');
  await end('well');
  await end('well');
  expect(await early).toBe('needs: old');
  expect(await late).toBe('needs: new');
  expect(await later).toBe('needs: new');
});

test('a failure concerns only those who share it', async () => {
  const { read, end } = aSlowRead();
  const [first, second] = [read('needs'), read('needs')];
  const failed = expect(first).rejects.toThrow('The database went away.');
  await end('badly');
  await end('well');
  await failed;
  expect(await second).toBe('needs: old');
});

test('who asks for something else does not wait', async () => {
  const { reads, read, end } = aSlowRead();
  const both = [read('needs'), read('causes')];
  expect(reads).toEqual(['needs', 'causes']);
  await end('well');
  await end('well');
  await Promise.all(both);
});

test('a read that never ends fails for those who share it, and holds up nobody else', async () => {
  let reads = 0;
  const read = sharedRead(async (of: string) => {
    reads += 1;
    return reads === 1 ? new Promise<string>(() => {}) : of;
  }, 20);
  const [first, second] = [read('needs'), read('needs')];
  const error = await first.catch((reason: unknown) => reason);
  expect(isDatabaseAway(error)).toBe(true);
  expect(await second).toBe('needs');
  expect(await read('needs')).toBe('needs');
});
