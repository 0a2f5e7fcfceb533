import { test } from '#test/support/browser.ts';
import { lookAtAdminPages, lookAtVisitorPages } from '#test/support/pages.ts';

// The widths and colors that `pages.e2e.ts` skips.
const looks = [
  { width: 320 },
  { width: 375, axe: 'dark' as const },
  { width: 820 },
  { width: 1440, axe: 'dark' as const },
];

// Each of the two visits many pages.
test.describe.configure({ mode: 'parallel', timeout: 600_000 });
test.beforeEach(({ watched }) => watched.allowErrors(/status of 404/));

test('every page for visitors fits at all widths, and is readable in dark mode', async ({
  page,
}) => {
  await lookAtVisitorPages(page, looks);
});

test('every page for administrators fits at all widths, and is readable in dark mode', async ({
  page,
  site,
}) => {
  await lookAtAdminPages(page, site, looks);
});
