import { test } from '#test/support/browser.ts';
import { lookAtAdminPages, lookAtVisitorPages, lookAtVisitorStates } from '#test/support/pages.ts';

const looks = [375, 1440].map((width) => ({ width, axe: 'light' as const }));
const narrowest = { width: 320 };

// Each visits many pages.
test.describe.configure({ mode: 'parallel', timeout: 600_000 });
test.beforeEach(({ watched }) => watched.allowErrors(/status of 40[04]/));

test('every page for visitors is accessible and fits, on a phone and on a desktop', async ({
  page,
}) => {
  await lookAtVisitorPages(page, [narrowest, ...looks]);
});

test('what visitors have done on a page is accessible and fits, on a phone, in both color schemes', async ({
  page,
  site,
  watched,
}) => {
  // What is prefetched while the device is offline, and a challenge for a form that is filled in within a moment.
  watched.allowErrors(/ERR_INTERNET_DISCONNECTED|status of 428/);
  await lookAtVisitorStates(page, site, [
    { width: 375, axe: 'light' },
    { width: 375, axe: 'dark' },
  ]);
});

test('every page for administrators is accessible and fits, on a phone and on a desktop', async ({
  page,
  site,
}) => {
  await lookAtAdminPages(page, site, looks);
});
