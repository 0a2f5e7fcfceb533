import { test } from '#test/support/browser.ts';
import { lookAtAdminPages, lookAtVisitorPages, lookAtVisitorStates } from '#test/support/pages.ts';

// The widths and colors that `pages.e2e.ts` skips.
const looks = [
  { width: 320 },
  { width: 375, axe: 'dark' as const },
  { width: 820 },
  { width: 1440, axe: 'dark' as const },
];

// Each visits many pages.
test.describe.configure({ mode: 'parallel', timeout: 600_000 });
test.beforeEach(({ watched }) =>
  // What is prefetched while the device is offline, and a challenge for a form that is filled in within a moment.
  watched.allowErrors(/status of (40[04]|428)|ERR_INTERNET_DISCONNECTED/),
);

test('every page for visitors fits at all widths, and is readable in dark mode', async ({
  page,
}) => {
  await lookAtVisitorPages(page, looks);
});

test('what visitors have done on a page is accessible and fits at all widths', async ({
  page,
  site,
}) => {
  await lookAtVisitorStates(page, site, [
    { width: 320 },
    { width: 820 },
    { width: 1440, axe: 'light' },
    { width: 1440, axe: 'dark' },
  ]);
});

test('every page for administrators fits at all widths, and is readable in dark mode', async ({
  page,
  site,
}) => {
  await lookAtAdminPages(page, site, looks);
});
