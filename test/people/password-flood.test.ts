import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { expect, test } from 'vitest';
import { verifyPassword } from '#server/people/sign-in/passwords.ts';

/** Forty strangers who guess at once; says what has ended so far. */
function aFlood() {
  const ended: string[] = [];
  const note = (what: string) => () => void ended.push(what);
  const guesses = Array.from({ length: 40 }, () =>
    verifyPassword('Wrong-horse-7', null, false).then(note('stranger')),
  );
  return { ended, note, over: Promise.all(guesses) };
}

test('guessing leaves threads for compressing pages and reading files', async () => {
  const { ended, over } = aFlood();
  await promisify(deflate)('A page.');
  expect(ended.length).toBeLessThan(10);
  await over;
});

test('a known browser does not wait for strangers', async () => {
  const { ended, note, over } = aFlood();
  await verifyPassword('Right-horse-7', null, true).then(note('owner'));
  expect(ended.length).toBeLessThan(10);
  await over;
});
