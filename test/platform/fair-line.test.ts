import { expect, test } from 'vitest';
import { createFairLine } from '#server/platform/pdf/fair-line.ts';

const refusals = { mostOfOne: 'You are waiting already.', longest: 'Very many are waiting.' };

/** Works that end when they are told to, and the order in which they began. */
function someWorks({ mostOfOne = 100, longest = 100 } = {}) {
  const inTurn = createFairLine({ mostOfOne, longest, refusals, retryAfter: 60 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const stays = new AbortController().signal;
  const add = (work: string, caller: string | null, signal = stays) =>
    inTurn(caller === null ? null : { name: `donor:${caller}`, signal }, () => {
      begun.push(work);
      return new Promise<string>((resolve) => ends.set(work, () => resolve(work)));
    });
  // A work begins after the promises of the one before it.
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endAll = async () => {
    for (let count = 0; count < begun.length; count += 1) {
      ends.get(begun[count] ?? '')?.();
      await settle();
    }
  };
  return { add, begun, settle, endAll };
}

test('callers take turns, and our own jobs are one of them', async () => {
  const { add, begun, settle, endAll } = someWorks();
  for (const work of ['a1', 'a2', 'a3', 'a4']) void add(work, 'a');
  void add('b1', 'b');
  void add('j1', null);
  void add('j2', null);
  await settle();
  await endAll();
  expect(begun).toEqual(['a1', 'b1', 'a2', 'j1', 'a3', 'j2', 'a4']);
});

test('somebody who wants one waits only for what is being done for whoever wants a hundred', async () => {
  const { add, begun, settle, endAll } = someWorks();
  for (let count = 0; count < 100; count += 1) void add(`a${count}`, 'a');
  await settle();
  void add('b', 'b');
  await endAll();
  expect(begun.indexOf('b')).toBe(1);
  expect(begun).toHaveLength(101);
});

test('of one caller, only some wait', async () => {
  const { add, begun, settle, endAll } = someWorks({ mostOfOne: 2 });
  for (const work of ['a1', 'a2', 'a3']) void add(work, 'a');
  await settle();
  await expect(add('a4', 'a')).rejects.toMatchObject({
    code: 'too_many_requests',
    message: refusals.mostOfOne,
    retryAfter: 60,
  });
  void add('b1', 'b');
  await endAll();
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('if too many wait, the last call of whoever has the most is refused, and never a job', async () => {
  const { add, begun, settle, endAll } = someWorks({ longest: 3 });
  void add('working', 'x');
  await settle();
  for (const work of ['j1', 'j2', 'j3', 'j4']) void add(work, null);
  void add('a1', 'a');
  void add('a2', 'a');
  const most = add('a3', 'a');
  void add('b1', 'b');
  await expect(most).rejects.toThrow(refusals.longest);
  await endAll();
  expect(begun).toEqual(['working', 'j1', 'a1', 'b1', 'j2', 'a2', 'j3', 'j4']);
});

test('what a caller who has left was waiting for is not done', async () => {
  const { add, begun, settle, endAll } = someWorks();
  void add('working', 'x');
  await settle();
  const left = new AbortController();
  const waiting = [add('a1', 'a', left.signal), add('a2', 'a', left.signal)];
  void add('a3', 'a');
  void add('b1', 'b');
  left.abort();
  for (const each of [...waiting, add('a4', 'a', left.signal)]) {
    await expect(each).rejects.toThrow('aborted');
  }
  await endAll();
  expect(begun).toEqual(['working', 'a3', 'b1']);
});

test('a work that fails makes room', async () => {
  const inTurn = createFairLine({ mostOfOne: 1, longest: 1, refusals, retryAfter: 60 });
  await expect(inTurn(null, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inTurn(null, async () => 'done')).toBe('done');
});
