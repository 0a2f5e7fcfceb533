import { test } from '#test/support/browser.ts';
import { lookAtAdminPages, lookAtVisitorPages } from '#test/support/pages.ts';

const looks = [375, 1440].map((width) => ({ width, axe: 'light' as const }));
const narrowest = { width: 320 };

// Each of the two visits many pages.
test.describe.configure({ mode: 'parallel', timeout: 600_000 });
test.beforeEach(({ watched }) => watched.allowErrors(/status of 404/));

test('every page for visitors is accessible and fits, on a phone and on a desktop', async ({
  page,
}) => {
  await lookAtVisitorPages(page, [narrowest, ...looks]);
});

test('every page for administrators is accessible and fits, on a phone and on a desktop', async ({
  page,
  site,
}) => {
  await lookAtAdminPages(page, site, looks);
});
