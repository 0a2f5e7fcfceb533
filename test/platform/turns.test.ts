import { expect, test } from 'vitest';
import { AppError } from '#server/platform/errors.ts';
import { createTurns } from '#server/platform/misuse/turns.ts';

const refusal = 'Please try again in a minute.';

/** Works that end when they are told to, and the order in which they began. */
function someWorks(options: Omit<Parameters<typeof createTurns>[0], 'refusal'>) {
  const inTurn = createTurns({ ...options, refusal });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, rank: number) =>
    inTurn(rank, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  // A work begins after the promises of the one before it.
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { add, begun, end, settle };
}

test('of those that wait, the lowest rank is next, and of equal ones the first', async () => {
  const { add, begun, end, settle } = someWorks({ atOnce: 1, keptForFirst: 0, longestLine: 10 });
  for (const [name, rank] of [
    ['a', 9],
    ['b', 7],
    ['c', 3],
    ['d', 7],
    ['e', 1],
  ] as const) {
    void add(name, rank);
  }
  await settle();
  for (const name of ['a', 'e', 'c', 'b', 'd']) await end(name);
  expect(begun).toEqual(['a', 'e', 'c', 'b', 'd']);
});

test('a part is kept for first calls', async () => {
  const { add, begun, end, settle } = someWorks({ atOnce: 2, keptForFirst: 1, longestLine: 10 });
  void add('repeated', 3);
  void add('repeated again', 3);
  void add('first', 1);
  await settle();
  expect(begun).toEqual(['repeated', 'first']);
  await end('first');
  expect(begun).toEqual(['repeated', 'first']);
  await end('repeated');
  expect(begun).toEqual(['repeated', 'first', 'repeated again']);
});

test('if too many wait, the last in line is refused, not the first call of somebody', async () => {
  const { add, begun, end } = someWorks({ atOnce: 1, keptForFirst: 0, longestLine: 1 });
  void add('working', 1);
  const often = add('often', 8);
  void add('first', 1);
  await expect(often).rejects.toThrow(AppError);
  await expect(add('later', 1)).rejects.toThrow(refusal);
  await end('working');
  expect(begun).toEqual(['working', 'first']);
});

test('a work that fails makes room', async () => {
  const inTurn = createTurns({ atOnce: 1, keptForFirst: 0, longestLine: 1, refusal });
  await expect(inTurn(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inTurn(1, async () => 'done')).toBe('done');
});
