import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectAccessible, test, untilAlive } from '#test/support/browser.ts';
import { aNeedToLookAt } from '#test/support/proven-need.ts';

// A page that is left while the device is offline becomes the browser's own error page, which has none of this.

/** What the notice says. */
const noticeOf = (page: Page) => page.locator('[data-offline-notice] > :visible');
const tryAgain = (page: Page) => noticeOf(page).getByRole('button', { name: 'Try again' });

/** Ends being offline after a press that did nothing: another part of the notice, with a button of its own, shows. */
async function reconnect(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  await expect(noticeOf(page)).toContainText('You are online again.');
}

/** Opens a page and waits until all of it is there. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilAlive(page);
}

test.beforeEach(({ watched }) => {
  // Photos load once one scrolls to them, which a press on something further down does.
  watched.allowErrors(/ERR_INTERNET_DISCONNECTED/);
});

test('offline, a link does not leave the page, and can be followed once there is a connection', async ({
  page,
  context,
}) => {
  await open(page, '/impact');
  const notice = noticeOf(page);
  await expect(page.locator('[data-offline-notice]')).toHaveRole('status');
  await expect(notice).toHaveCount(0);
  await context.setOffline(true);
  await expect(notice).toContainText('You are offline. You can keep typing');

  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Contact Us' }).focus();
  await page.keyboard.press('Enter');
  await expect(notice).toContainText('You are offline, so “Contact Us” did not work.');
  // Wherever on the page somebody has pressed.
  await expect(notice).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole('banner').getByRole('link', { name: 'Nominate' }).click();
  await expect(notice).toContainText('so “Nominate” did not work.');
  await tryAgain(page).press('Enter');
  await expect(notice).toContainText('so “Nominate” did not work.');
  await page.goto('/impact#needs');
  await expect(page).toHaveTitle('Where the Money Goes | Everycent');

  await reconnect(page, context);
  await expect(page).toHaveURL('/impact#needs');
  await tryAgain(page).press('Enter');
  await expect(page).toHaveURL('/nominate');
  await expect(noticeOf(page)).toHaveCount(0);
});

test('the notice that the device is offline goes with the connection', async ({
  page,
  context,
}) => {
  await open(page, '/contact-us');
  await context.setOffline(true);
  await expect(noticeOf(page)).toContainText('You are offline.');
  await context.setOffline(false);
  await expect(noticeOf(page)).toHaveCount(0);
});

test('offline, the menu on a phone closes and shows the notice', async ({ page, context }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await open(page, '/');
  await context.setOffline(true);
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('link', { name: 'Donate' }).click();
  await expect(menu).toBeHidden();
  await expect(noticeOf(page)).toContainText('so “Donate” did not work.');
  await expect(noticeOf(page)).toBeInViewport();
  await reconnect(page, context);
  await tryAgain(page).click();
  await expect(page).toHaveURL('/donate');
});

test('offline, filters are applied once there is a connection', async ({
  page,
  context,
  site,
  keep,
}) => {
  const { cause } = await aNeedToLookAt(keep, site);
  await open(page, '/impact');
  await context.setOffline(true);
  await page.getByLabel('Cause', { exact: true }).selectOption(cause.id);
  await expect(noticeOf(page)).toContainText('so “Filter the needs” did not work.');
  await reconnect(page, context);
  await tryAgain(page).click();
  await expect(page).toHaveURL(`/impact?causeId=${cause.id}#needs`);
});

test('offline, a form whose script is not there keeps what was typed', async ({
  page,
  context,
  watched,
}) => {
  watched.allowErrors(/Failed to load resource|Failed to fetch dynamically imported module/);
  await page.route('**/assets/*.island-*.js', (route) => route.abort());
  await page.goto('/contact-us');
  await page.getByLabel('Message').fill('Do you take clothes?');
  await page.getByLabel('Email Address').fill('visitor@example.com');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Submit Message' }).click();
  await expect(noticeOf(page)).toContainText('so “Submit Message” did not work.');
  await expect(page.getByLabel('Message')).toHaveValue('Do you take clothes?');
  await reconnect(page, context);
  await tryAgain(page).click();
  await expect(page.getByText('Thank you for your message. We will reply by email.')).toBeVisible();
});

test('offline, a receipt does not open, and opens over the page afterwards', async ({
  page,
  context,
  site,
  keep,
}) => {
  const { id } = await aNeedToLookAt(keep, site);
  await open(page, `/impact/${id}`);
  await context.setOffline(true);
  await page.locator('a[data-receipt]').first().click();
  await expect(noticeOf(page)).toContainText('did not work.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await reconnect(page, context);
  await tryAgain(page).click();
  const viewer = page.getByRole('dialog', { name: 'Receipt' });
  await expect(viewer.getByRole('heading', { name: 'What it proves' })).toBeVisible();
  await expect(noticeOf(page)).toHaveCount(0);
});
