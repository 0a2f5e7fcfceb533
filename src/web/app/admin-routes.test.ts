import { expect, test } from 'vitest';
import { adminPaths, adminPathsOfOne, signInPaths } from '#contract/pages.ts';

const fileOf = (name: string) =>
  `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page.tsx`;

test('every page of the admin area has a file of its name, and every file an address', () => {
  const signIn = Object.keys(signInPaths).map(fileOf);
  const paths = Object.keys(import.meta.glob('../admin/**/*-page.tsx'));
  const files = paths.map((path) => path.split('/').at(-1) ?? '');
  const named = Object.keys({ ...adminPaths, ...adminPathsOfOne }).map(fileOf);
  expect(files.filter((file) => !signIn.includes(file)).toSorted()).toEqual(named.toSorted());
});
