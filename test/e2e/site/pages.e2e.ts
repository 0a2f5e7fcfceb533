import { adminLooks } from '#test/support/admin-looks.ts';
import { test } from '#test/support/browser.ts';
import {
  lookAtAdmin,
  lookAtPrivatePages,
  lookAtVisitorPages,
  lookAtVisitorStates,
} from '#test/support/pages.ts';
import { aNeedToLookAt } from '#test/support/proven-need.ts';
import { onRelease } from '#test/support/tier.ts';

// Every page once: on a phone, a tablet, and a desktop, in both color schemes. What opens on one, and what visitors have
// done on it, waits for the release.
const onPhones = [{ width: 375, axe: 'light' as const }, { width: 820 }, { width: 1440 }];
const onDesktops = [{ width: 375 }, { width: 820 }, { width: 1440, axe: 'light' as const }];
const inDark = { width: 1440, axe: 'dark' as const };

// Each looks at much.
test.describe.configure({ timeout: 600_000 });

// What is not there, does not add up, or is prefetched while the device is offline.
test.beforeEach(({ watched }) =>
  watched.allowErrors(/status of 40[049]|ERR_INTERNET_DISCONNECTED/),
);

test('every page for visitors is accessible and fits', async ({ page }) => {
  await lookAtVisitorPages(page, [...onPhones, inDark]);
});

test(
  'what visitors have done on a page is accessible and fits',
  onRelease,
  async ({ page, site, keep }) => {
    await lookAtVisitorStates(page, await aNeedToLookAt(keep, site), onPhones);
  },
);

test('every page that only a link in an email opens is accessible and fits', async ({
  page,
  site,
}) => {
  await lookAtPrivatePages(page, site, onPhones);
});

for (const part of Object.keys(adminLooks)) {
  test(`${part} of the admin area: every page is accessible and fits`, async ({
    page,
    site,
    watched,
  }) => {
    // Playwright would also run its own script in the frame of an email.
    watched.allowErrors(/Blocked script execution in 'about:srcdoc'/);
    await lookAtAdmin(
      page,
      site,
      part,
      part.endsWith(' pages') ? [...onDesktops, inDark] : onDesktops,
    );
  });
}
