import { type ComponentType, lazy } from 'react';
import type { RouteObject } from 'react-router';
import { adminPaths, adminPathsOfOne, pageSlug } from '#contract/admin-pages.ts';

const files = import.meta.glob<{ default: ComponentType }>('../admin/**/*-page.tsx');

/** What loads a page, by the name of its file. */
const loaders = new Map(
  Object.entries(files).map(([path, load]) => [path.split('/').at(-1) ?? '', load]),
);

/** The name of the file of a page: of `bankLines`, `bank-lines-page.tsx`. */
export function pageFile(name: string): string {
  return `${pageSlug(name)}-page.tsx`;
}

/** The titles of pages that do not have that of the area. */
const titles: Record<string, string> = { accessReview: 'Access Review', account: 'Account' };

/** The pages of the admin area. React's lazy instead of the route's, because it waits for the guard. */
export const adminRoutes = Object.entries({ ...adminPaths, ...adminPathsOfOne }).map(
  ([name, path]): RouteObject => {
    const file = pageFile(name);
    const load = loaders.get(file);
    if (!load) throw new Error(`${path} needs a file ${file}.`);
    const Page = lazy(load);
    const title = titles[name];
    return { path, element: <Page />, ...(title !== undefined && { handle: { title } }) };
  },
);
