import { expect, test } from 'vitest';
import { describeRows, exportLists } from '#contract/exports/export-lists.ts';

test('the name of each list is in title case, as the dialog that exports it', () => {
  for (const [title] of Object.values(exportLists)) {
    for (const word of title.split(' ')) expect(word, title).toMatch(/^(\p{Lu}|in$|of$|an$)/u);
  }
});

test('the list of a page has its name there, and others have their own', () => {
  expect(exportLists['in-kind'][0]).toBe('Donations in Kind');
  expect(describeRows('comments', 1)).toBe('1 public comment');
  expect(describeRows('bank-lines', 2)).toBe('2 bank lines');
});
