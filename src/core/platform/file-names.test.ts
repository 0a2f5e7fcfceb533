import { expect, test } from 'vitest';
import { cutFileName, maxFileNameLength } from '#core/platform/file-names.ts';

test('a name is one line', () => {
  expect(cutFileName('IMG_0001.HEIC')).toBe('IMG_0001.HEIC');
  expect(cutFileName('a\nb\u0007\u2028.jpg')).toBe('a b .jpg');
});

test('a long name keeps its beginning and its ending', () => {
  const cut = cutFileName(`Invoice ${'x'.repeat(300)} of Miller Heating.pdf`);
  expect(cut).toHaveLength(maxFileNameLength);
  expect(cut).toMatch(/^Invoice x+….*Miller Heating\.pdf$/);
});
