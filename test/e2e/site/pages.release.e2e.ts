import { adminLooks } from '#test/support/admin-looks.ts';
import { test } from '#test/support/browser.ts';
import { lookAtAdmin, lookAtVisitorPages, lookAtVisitorStates } from '#test/support/pages.ts';
import { aNeedToLookAt } from '#test/support/proven-need.ts';

// The widths and colors that `pages.e2e.ts` skips.
const looks = [
  { width: 320 },
  { width: 375, axe: 'dark' as const },
  { width: 820 },
  { width: 1440, axe: 'dark' as const },
];

// Each visits many pages.
test.describe.configure({ timeout: 600_000 });
test.beforeEach(({ watched }) =>
  // What is prefetched while the device is offline, and a challenge for a form that is filled in within a moment.
  watched.allowErrors(/status of 40[049]|ERR_INTERNET_DISCONNECTED/),
);

test('every page for visitors fits at all widths, and is readable in dark mode', async ({
  page,
}) => {
  await lookAtVisitorPages(page, looks);
});

test('what visitors have done on a page is accessible and fits at all widths', async ({
  page,
  site,
  keep,
}) => {
  await lookAtVisitorStates(page, await aNeedToLookAt(keep, site), [
    { width: 320 },
    { width: 820 },
    { width: 1440, axe: 'light' },
    { width: 1440, axe: 'dark' },
  ]);
});

for (const part of Object.keys(adminLooks)) {
  test(`${part} of the admin area: every page and dialog fits at all widths, and is accessible on a phone`, async ({
    page,
    site,
    watched,
  }) => {
    watched.allowErrors(/Blocked script execution in 'about:srcdoc'/);
    await lookAtAdmin(page, site, part, [
      ...(part === 'pages' ? [{ width: 320 }] : []),
      { width: 375, axe: 'light' },
      { width: 375, axe: 'dark' },
    ]);
  });
}
