import { expect, type Page } from '@playwright/test';
import { admin, openSignedIn, test } from '#test/support/browser.ts';
import { onRelease } from '#test/support/tier.ts';

test.use({ isBrowserNew: true });

// The page's clock stands still: it only advances when a test says so, even on a busy machine.
const pauseClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);

test(
  'notices stay for 2 seconds after a success, and for 4 after a failure',
  onRelease,
  async ({ page, watched }) => {
    watched.allowErrors(/status of 401/);
    await page.clock.install();
    // A page of the application: on a document, a notice that comes along shows anew.
    await page.goto('/auth/login?redirectTo=/admin');
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password').fill('wrong');
    await pauseClock(page);
    await page.getByRole('button', { name: 'Login' }).click();
    const failed = page.getByText('The email address or the password is not correct.');
    await expect(failed).toBeVisible();
    const box = await failed.boundingBox();
    const { width = 0 } = page.viewportSize() ?? {};
    // At the top center; the icon before the text takes a few pixels.
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(30);
    expect(box?.y).toBeLessThan(60);
    await page.clock.runFor(3_950);
    await expect(failed).toBeVisible();
    await page.clock.runFor(100);
    await expect(failed).toBeHidden();

    await page.getByLabel('Password').fill(admin.password);
    await page.getByRole('button', { name: 'Login' }).click();
    const welcome = page.getByText(`Welcome back ${admin.firstName}`);
    await expect(welcome).toBeVisible();
    await page.clock.runFor(1_950);
    await expect(welcome).toBeVisible();
    await page.clock.runFor(100);
    await expect(welcome).toBeHidden();
  },
);

test('at most 20 notices show at once, the newest ones', onRelease, async ({ page, watched }) => {
  watched.allowErrors(/status of 400/);
  await page.clock.install();
  await page.goto('/contact-us');
  const button = page.getByRole('button', { name: 'Submit Message' });
  await expect(button).toBeVisible();
  await pauseClock(page);
  let refusals = 0;
  await page.route('**/api/contact', (route) => {
    refusals += 1;
    const message = `Refusal number ${refusals}.`;
    return route.fulfill({ status: 400, json: { code: 'invalid_input', message, requestId: 'r' } });
  });
  const notices = page.getByRole('status').filter({ hasText: 'Refusal number' });
  for (let number = 1; number <= 21; number++) {
    await button.click();
    await expect(notices.filter({ hasText: `number ${number}.` })).toBeVisible();
  }
  await expect(notices).toHaveCount(20);
  await expect(notices.filter({ hasText: 'number 1.' })).toHaveCount(0);
});

test('the loader ring steps every 25 ms', onRelease, async ({ page }) => {
  await page.clock.install();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/auth/login', { waitUntil: 'commit' });
  const ring = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(ring).toBeVisible();
  // Not so far that the call itself times out.
  await page.clock.pauseAt(Date.now() + 1_000);
  const percent = async () => {
    const arc = ring.locator('circle').last();
    const [all, open] = await Promise.all(
      ['stroke-dasharray', 'stroke-dashoffset'].map((name) => arc.getAttribute(name)),
    );
    return Math.round(100 * (1 - Number(open) / Number(all)));
  };
  const before = await percent();
  await page.clock.runFor(25);
  expect(await percent()).toBe((before + 1) % 101);
  await page.clock.runFor(25 * 101);
  expect(await percent(), 'it restarts after 100').toBe((before + 1) % 101);
  answer();
  await page.clock.resume();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test(
  'a new page of the application is scrolled to its top after 5 ms',
  onRelease,
  async ({ page }) => {
    await page.clock.install();
    await page.setViewportSize({ width: 320, height: 200 });
    await page.goto('/auth/login');
    const forgot = page.getByRole('link', { name: /forgot/i });
    await expect(forgot).toBeVisible();
    await page.getByText('Copyright').scrollIntoViewIfNeeded();
    await pauseClock(page);
    const scrolled = async () => Number(await page.evaluate('window.scrollY'));
    // A click of the pointer would scroll first.
    await forgot.dispatchEvent('click');
    await expect(page).toHaveURL(/\/auth\/forgot-password$/);
    await expect(page.getByRole('button', { name: 'Send Password Reset' })).toBeAttached();
    await page.clock.runFor(4);
    expect(await scrolled()).toBeGreaterThan(200);
    await page.clock.runFor(1);
    expect(await scrolled()).toBe(0);
  },
);

test(
  'a dialog opened right after typing in a filter closes with one Back',
  onRelease,
  async ({ page, site }) => {
    const { id } = await site.addCause();
    const nominee = 'The Old Mill';
    await site.addNomination(id, nominee);
    await page.clock.install();
    await openSignedIn(page, '/admin/nominations');
    const manage = page.getByRole('button', { name: /manage/i }).first();
    await expect(manage).toBeVisible();
    await pauseClock(page);
    await page.getByLabel('Nominee', { exact: true }).fill('Mill');
    await manage.click();
    await expect(page).toHaveURL(/manage=/);
    await page.clock.runFor(300);
    await expect(page).toHaveURL(/nominee=Mill/);
    await page.clock.resume();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await page.goBack();
    await expect(page).not.toHaveURL(/admin\/nominations/);
  },
);
