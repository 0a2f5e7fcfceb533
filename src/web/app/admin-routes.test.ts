import { expect, test } from 'vitest';
import { adminPaths, adminPathsOfOne } from '#contract/admin-pages.ts';
import { signInPaths } from '#contract/pages.ts';
import { pageFile } from '#web/app/admin-routes.tsx';

test('every page of the admin area has a file of its name, and every file an address', () => {
  const signIn = Object.keys(signInPaths).map(pageFile);
  const paths = Object.keys(import.meta.glob('../admin/**/*-page.tsx'));
  const files = paths.map((path) => path.split('/').at(-1) ?? '');
  const named = Object.keys({ ...adminPaths, ...adminPathsOfOne }).map(pageFile);
  expect(files.filter((file) => !signIn.includes(file)).toSorted()).toEqual(named.toSorted());
});
