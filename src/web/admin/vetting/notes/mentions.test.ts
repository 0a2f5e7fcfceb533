import { expect, test } from 'vitest';
import { userId } from '#contract/ids.ts';
import {
  matching,
  mentionedIn,
  splitMentions,
  typedName,
} from '#web/admin/vetting/notes/mentions.ts';

const person = (name: string, number: number) => ({
  id: userId.parse(`00000000-0000-7000-8000-00000000000${number}`),
  name,
});
const [ann, anna, ben] = [person('Ann Lee', 1), person('Ann Leeds', 2), person('Ben Ode', 3)];

test('a name is being typed after an @ that begins a word', () => {
  expect(typedName('Ask @be', 7)).toEqual({ at: 4, begun: 'be' });
  expect(typedName('@', 1)).toEqual({ at: 0, begun: '' });
  expect(typedName('(@Ann L', 7)).toEqual({ at: 1, begun: 'Ann L' });
  // Not an email address, not an earlier line, and not after the caret.
  expect(typedName('ann@be', 6)).toBeNull();
  expect(typedName('@ann\nand', 8)).toBeNull();
  expect(typedName('x @ann', 1)).toBeNull();
});

test('first and last names are found, whatever their case', () => {
  expect(matching([ann, anna, ben], 'LEE')).toEqual([ann, anna]);
  expect(matching([ann, anna, ben], 'be')).toEqual([ben]);
  expect(matching([ann, anna, ben], '')).toHaveLength(3);
  expect(matching([ann, anna, ben], 'de')).toEqual([]);
});

test('a mention is what was picked and still stands in the text', () => {
  expect(mentionedIn('@Ann Lee, look', [ann, ben])).toEqual([ann]);
});

test('a text falls apart into mentions and the rest, and nothing is lost', () => {
  const text = '@Ann Leeds and @Ann Lee: call @Ben Od';
  const parts = splitMentions(text, [ann, anna, ben]);
  expect(parts.map(({ part }) => part).join('')).toBe(text);
  expect(parts.filter(({ isMention }) => isMention).map(({ part }) => part)).toEqual([
    '@Ann Leeds',
    '@Ann Lee',
  ]);
});
