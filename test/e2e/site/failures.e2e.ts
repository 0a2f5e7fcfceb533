import { expect } from '@playwright/test';
import {
  expectAccessible,
  openSignedIn,
  test,
  untilAlive,
  untilDrawn,
} from '#test/support/browser.ts';
import { isRelease } from '#test/support/tier.ts';

// The server cannot be made to fail at just one call, so the browser is: this is what a broken connection looks
// like.

test('while the session check loads, the whole application shows a spinner', async ({ page }) => {
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
  await expect(page.getByRole('button', { name: 'Login' })).toHaveCount(0);
  // It fills in steps and restarts: the arc moves.
  const arc = ring.locator('circle').last();
  const before = (await arc.getAttribute('stroke-dashoffset')) ?? '';
  await expect(arc).not.toHaveAttribute('stroke-dashoffset', before);
  answer();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(ring).toHaveCount(0);
});

test('a failed session check shows the full-page error screen', async ({ page, watched }) => {
  watched.allowErrors(/Failed to load resource/);
  let calls = 0;
  await page.route('**/api/auth', (route) => {
    calls += 1;
    return route.abort();
  });
  await page.goto('/');
  await expect(page.getByText('Well... This is Not Like Us :(')).toBeVisible();
  await expect(
    page.getByText('We are working to fix the problem. Please check back later!'),
  ).toBeVisible();
  await expect(page.getByText('An unexpected error occurred.')).toBeVisible();
  await expectAccessible(page);
  expect(calls, 'the session is requested once').toBe(1);
});

test('a failure that has only a message, as from a proxy, shows it', async ({ page, watched }) => {
  watched.allowErrors(/status of 502/);
  await page.goto('/contact-us');
  await page.route('**/api/contact', (route) =>
    route.fulfill({ status: 502, json: { message: 'Back in five minutes.' } }),
  );
  await page.getByLabel('Email Address').fill('visitor@example.com');
  await page.getByLabel('Message').fill('Hello');
  await page.getByRole('button', { name: 'Submit Message' }).click();
  await expect(page.getByRole('status').getByText('Back in five minutes.')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('Hello');
});

const lists = [
  { path: '/admin/causes', api: '**/api/causes', loading: 'Loading causes.' },
  { path: '/admin/nominations', api: '**/api/nominations?*', loading: 'Loading nominations.' },
  { path: '/admin/donations', api: '**/api/donations?*', loading: 'Loading donations.' },
  { path: '/admin/audit', api: '**/api/audit?*', loading: 'Loading the audit trail.' },
  { path: '/admin/users', api: '**/api/users', loading: 'Loading users.' },
];

// They share their code: one of them on each change, all before a release.
for (const { path, api, loading } of isRelease ? lists : lists.slice(0, 1)) {
  test(`${path} shows that it is loading and that it failed, and offers to try again`, async ({
    page,
    watched,
  }) => {
    watched.allowErrors(/Failed to load resource/);
    await openSignedIn(page, '/admin');
    let fail = () => {};
    const held = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route(api, async (route) => {
      await held;
      await route.abort();
    });
    await page.goto(path);
    await expect(page.getByText(loading)).toBeVisible();
    fail();
    await expect(page.getByText(/could not be loaded/)).toBeVisible();
    await page.unroute(api);
    await page.getByRole('button', { name: /again/i }).click();
    await expect(page.getByText(/could not be loaded/)).toHaveCount(0);
  });
}

test('an empty site says what to do next', async ({ page }) => {
  await openSignedIn(page, '/admin');
  await page.goto('/admin/nominations?id=ffffffff');
  await expect(page.getByText('There are no nominations.')).toBeVisible();
  await page.goto('/admin/donations?id=ffffffff');
  await expect(page.getByText('There are no donations.')).toBeVisible();
});

test('what cannot be loaded is requested twice, and a form that fails is sent once', async ({
  page,
  watched,
}) => {
  watched.allowErrors(/status of 500/);
  const calls: string[] = [];
  for (const path of ['dashboard', 'contact']) {
    await page.route(`**/api/${path}`, (route) => {
      calls.push(`${route.request().method()} ${path}`);
      return route.fulfill({ status: 500, json: {} });
    });
  }
  await openSignedIn(page, '/admin');
  await expect(page.getByText('The numbers could not be loaded.')).toBeVisible();
  await expect(page.getByRole('status').getByText('An unexpected error occurred.')).toBeVisible();
  expect(calls).toEqual(['GET dashboard', 'GET dashboard']);
  // Until the script of the form is there: before, the browser sends it by itself.
  await page.goto('/contact-us');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Submit Message' }).click();
  await expect(page.getByRole('status').getByText('An unexpected error occurred.')).toBeVisible();
  expect(calls.filter((one) => one === 'POST contact')).toHaveLength(1);
});

test('nothing is requested again on focus, the session once, and details only of what is open', async ({
  page,
  site,
}) => {
  const { id: causeId } = await site.addCause();
  const ids = {
    Donations: await site.addDonation(causeId, 500),
    Nominations: await site.addNomination(causeId, 'The Old Mill'),
  };
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  await openSignedIn(page, '/admin');
  await expect(page.getByText('# of Donations (Last 7 Days)')).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Giving' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const before = calls.length;
  for (const event of ['visibilitychange', 'focus']) {
    await page.evaluate(`window.dispatchEvent(new Event('${event}'))`);
    await page.evaluate(`document.dispatchEvent(new Event('${event}'))`);
  }
  await untilDrawn(page);
  expect(calls.slice(before)).toEqual([]);

  for (const [name, button, details] of [
    ['Donations', 'Details', '/api/donations/'],
    ['Nominations', 'Manage', '/api/nominations/'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name: `Manage ${name}` })).toBeVisible();
    await page.getByLabel('ID', { exact: true }).fill(ids[name]);
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: button }) });
    await expect(row).toHaveCount(1);
    expect(calls.filter((path) => path.startsWith(details))).toEqual([]);
    await row.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog')).toContainText(ids[name]);
    const opened = calls.filter((path) => path.startsWith(details));
    expect(opened.filter((path) => path === details + ids[name])).toHaveLength(1);
    expect(new Set(opened).size).toBe(opened.length);
    expect(opened.filter((path) => !path.startsWith(details + ids[name]))).toEqual([]);
    await page.keyboard.press('Escape');
  }
  expect(calls.filter((path) => path === '/api/auth')).toHaveLength(1);
});
