import { expect, type Page } from '@playwright/test';
import {
  admin,
  person,
  type Site,
  showScheme,
  signInBehind,
  test,
  untilAlive,
} from '#test/support/browser.ts';
import { documentPages } from '#test/support/pages.ts';

// What script adds to a document, and that it takes nothing away.

/** Delays what matches until the returned function is called. */
async function hold(page: Page, pattern: string | RegExp): Promise<() => Promise<void>> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await held;
    await route.continue();
  });
  return async () => {
    release();
    await untilAlive(page);
  };
}

/** Opens a page whose scripts, that of its island too, do not come before the returned function is called. */
async function openBeforeScript(page: Page, path: string): Promise<() => Promise<void>> {
  const release = await hold(page, /\/assets\/(page-|.*\.island-)/);
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  return release;
}

const submit = (page: Page) =>
  page.getByRole('button', { name: 'Continue to Payment Information' }).click();

async function fillInPerson(page: Page): Promise<void> {
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill(person.lastName);
  await page.getByLabel('Email Address').fill('donor@example.com');
  await page.getByLabel('Phone Number').fill(person.phone);
  await page.getByLabel('Zip Code').fill(person.zip);
}

async function twoCauses(site: Site) {
  return [await site.addCause(), await site.addCause()] as const;
}

test('what was typed before the script of a form is there stays, and counts', async ({
  page,
  site,
}) => {
  const [{ name }] = await twoCauses(site);
  const release = await openBeforeScript(page, '/donate');
  const amount = page.getByLabel('Amount');
  await amount.fill('25');
  await page.getByLabel('Cause').selectOption(name);
  await page.getByLabel('Description').fill('For the children.');
  await page.getByLabel('I am available to volunteer my time').check();
  await fillInPerson(page);
  await release();
  await expect(page.getByText(`You give $25.00 to ${name}.`)).toBeVisible();
  await expect(amount).toHaveValue('$25.00');
  await expect(page.getByLabel('Cause')).toContainText(name);
  await expect(page.getByLabel('Description')).toHaveValue('For the children.');
  await expect(page.getByLabel('I am available to volunteer my time')).toBeChecked();
  await expect(page.getByLabel('Zip Code')).toHaveValue(person.zip);
  // From now on, digits are cents.
  await amount.press('End');
  await amount.pressSequentially('0');
  await expect(amount).toHaveValue('$250.00');
  const sent = page.waitForRequest('**/api/donations');
  await submit(page);
  expect((await sent).postDataJSON()).toMatchObject({
    amount: 25_000,
    description: 'For the children.',
    isAvailableToVolunteerTime: true,
    ...person,
  });
  await expect(page.getByText('$250.00')).toBeVisible();
});

test('the script of a form waits until the page is there or used', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const islands = () => scripts.filter((address) => address.includes('.island-'));
  // The page is not there as long as a font is missing.
  const release = await hold(page, '**/*.woff2');
  const checked = page.waitForResponse('**/api/auth');
  await page.goto('/donate', { waitUntil: 'domcontentloaded' });
  await checked;
  expect(islands()).toEqual([]);
  const [island] = await Promise.all([
    page.waitForRequest('**/assets/donate-form.island-*.js'),
    page.getByLabel('First Name').focus(),
  ]);
  expect(islands()).toEqual([island.url()]);
  await release();

  await Promise.all([
    page.waitForRequest('**/assets/contact-form.island-*.js'),
    page.goto('/contact-us'),
  ]);
});

test('an amount that is being typed while the script arrives stays one in dollars', async ({
  page,
  site,
}) => {
  const [{ name }] = await twoCauses(site);
  const release = await openBeforeScript(page, '/donate');
  const amount = page.getByLabel('Amount');
  await page.getByLabel('Cause').selectOption(name);
  await amount.pressSequentially('2');
  await release();
  await expect(page.getByText(`You give $2.00 to ${name}.`)).toBeVisible();
  await amount.pressSequentially('5');
  await expect(amount).toHaveValue('25');
  await expect(page.getByText(`You give $25.00 to ${name}.`)).toBeVisible();
  await page.getByLabel('Description').focus();
  await expect(amount).toHaveValue('$25.00');
});

test('a form posted before its script is there can be corrected before it is there, too', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 400/);
  const [first, second] = await twoCauses(site);
  const release = await openBeforeScript(page, '/donate');
  await page.getByLabel('Amount').fill('25');
  await page.getByLabel('Cause').selectOption(first.name);
  await page.getByLabel('Description').fill('For the children.');
  await page.getByLabel('I am available to volunteer my time').check();
  await submit(page);
  await expect(page.getByText('Required', { exact: true })).toHaveCount(5);

  await page.getByLabel('Amount').fill('30');
  await page.getByLabel('Cause').selectOption(second.name);
  await page.getByLabel('Description').fill('For the parents.');
  await page.getByLabel('I am available to volunteer my time').uncheck();
  await fillInPerson(page);
  await release();
  await expect(page.getByText(`You give $30.00 to ${second.name}.`)).toBeVisible();
  await expect(page.getByLabel('Cause')).toHaveValue(second.id);
  await expect(page.getByLabel('Description')).toHaveValue('For the parents.');
  await expect(page.getByLabel('I am available to volunteer my time')).not.toBeChecked();
  await expect(page.getByLabel('First Name')).toHaveValue(person.firstName);
  await submit(page);
  await expect(page.getByText('Test payment – no card is charged')).toBeVisible();
});

test('what was kept during the visit to the payment page does not replace what was typed since', async ({
  page,
  site,
}) => {
  const [first, second] = await twoCauses(site);
  await page.goto('/donate');
  await page.getByLabel('Amount').pressSequentially('2500');
  await page.getByLabel('Cause').selectOption(first.name);
  await page.getByLabel('Description').fill('For the children.');
  await fillInPerson(page);
  await submit(page);
  await expect(page.getByText('Test payment – no card is charged')).toBeVisible();

  const release = await openBeforeScript(page, '/donate');
  await page.getByLabel('Amount').fill('30');
  await page.getByLabel('Cause').selectOption(second.name);
  await page.getByLabel('First Name').fill('Augusta');
  await page.getByLabel('I am available to volunteer my time').check();
  await release();
  await expect(page.getByText(/its payment is not confirmed yet/)).toBeVisible();
  await expect(page.getByText(`You give $30.00 to ${second.name}.`)).toBeVisible();
  await expect(page.getByLabel('First Name')).toHaveValue('Augusta');
  await expect(page.getByLabel('I am available to volunteer my time')).toBeChecked();
  await expect(page.getByLabel('Description')).toHaveValue('For the children.');
  await expect(page.getByLabel('Last Name')).toHaveValue(person.lastName);
});

test('what was kept of a donation leaves alone the gift that a link names', async ({
  page,
  site,
}) => {
  const [first, second] = await twoCauses(site);
  await page.goto('/donate');
  await page.getByLabel('Amount').pressSequentially('50000');
  await page.getByLabel('Cause').selectOption(first.name);
  await page.getByLabel('Description').fill('For the children.');
  await fillInPerson(page);
  await submit(page);
  await expect(page.getByText('Test payment – no card is charged')).toBeVisible();

  await page.goto(`/donate?cause=${second.id}&amount=10`);
  await expect(page.getByText(`You give $10.00 to ${second.name}.`)).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('');
  await expect(page.getByLabel('Last Name')).toHaveValue(person.lastName);

  await page.goto('/donate');
  await expect(page.getByText(`You give $500.00 to ${first.name}.`)).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('For the children.');
});

test('a double-click while the script of a form arrives sends it once', async ({
  page,
  watched,
}) => {
  watched.allowErrors(/status of 400/);
  const release = await hold(page, '**/assets/*.island-*.js');
  await page.goto('/contact-us', { waitUntil: 'domcontentloaded' });
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  const { promise: doubleClicked, resolve: letItGo } = Promise.withResolvers<void>();
  await page.route('**/contact-us', async (route) => {
    await doubleClicked;
    await route.continue();
  });
  await page.getByLabel('Email Address').fill('visitor@example.com');
  await page.getByLabel('Message').fill('Is all well?');
  const send = page.getByRole('button', { name: 'Submit Message' });
  await send.click({ clickCount: 2, delay: 80, noWaitAfter: true });
  letItGo();
  await expect(page.getByText('Thank you for your message')).toBeVisible();
  await release();
  expect(posts).toEqual(['/contact-us']);
});

test.describe('on a clock of its own', () => {
  test.use({ isBrowserNew: true });

  test('a form whose way to the server was stopped can be sent again', async ({
    page,
    watched,
  }) => {
    // Stop ends everything that loads.
    watched.allowErrors(/Failed to fetch dynamically imported module/);
    await page.clock.install();
    await hold(page, '**/assets/*.island-*.js');
    await page.goto('/contact-us', { waitUntil: 'domcontentloaded' });
    await page.getByLabel('Email Address').fill('stopped@example.com');
    await page.getByLabel('Message').fill('Did I stop it?');
    let posts = 0;
    await page.route('**/contact-us', async (route) => {
      // The first one is on its way until it is stopped.
      if (route.request().method() !== 'POST' || ++posts > 1) await route.continue();
    });
    const send = page.getByRole('button', { name: 'Submit Message' });
    await send.click({ noWaitAfter: true });
    await expect.poll(() => posts).toBe(1);
    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.stopLoading');
    await page.clock.runFor(20_000);
    await send.click({ noWaitAfter: true });
    await page.clock.runFor(2_000);
    await expect(page.getByText('Thank you for your message')).toBeVisible();
  });

  test('a form that is submitted while its script arrives is handed to the script', async ({
    page,
  }) => {
    await page.clock.install();
    const release = await hold(page, '**/assets/*.island-*.js');
    await page.goto('/contact-us', { waitUntil: 'domcontentloaded' });
    await page.clock.pauseAt(Date.now() + 5_000);
    await page.getByLabel('Email Address').fill('early@example.com');
    await page.getByLabel('Message').fill('Am I too early?');
    const send = page.getByRole('button', { name: 'Submit Message' });
    await send.click({ clickCount: 2 });
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await release();
    expect(new URL((await answer).url()).pathname).toBe('/api/contact');
    await expect(page.getByText('Thank you for your message')).toBeVisible();
  });
});

test('no document has an error, in both color schemes, with what was kept of a donation and without', async ({
  page,
  site,
  watched,
}) => {
  test.setTimeout(240_000);
  watched.allowErrors(/status of 404/);
  const { id, name } = await site.addCause();
  const visitAll = async () => {
    for (const path of [...documentPages, `/donate?cause=${id}&amount=25`, '/unsubscribe#x']) {
      await page.goto(path);
      await untilAlive(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    }
  };
  // Pages that fade into each other may fail to.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  for (const scheme of ['light', 'dark'] as const) {
    await page.goto('/donate');
    await showScheme(page, scheme);
    await visitAll();
    // Paying in the round before has removed what was kept.
    await page.goto('/donate');
    await page.getByLabel('Amount').pressSequentially('2500');
    await page.getByLabel('Cause').selectOption(name);
    await fillInPerson(page);
    await submit(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(/was not completed, and nothing was charged/)).toBeVisible();
    for (const path of ['/donate', `/donate?cause=${id}&amount=30`, '/', '/impact']) {
      await page.goto(path);
      await untilAlive(page);
    }
    await page.goto('/donate?status=success');
  }
});

test('the header has the email address and Logout before the session check is answered', async ({
  page,
  context,
}) => {
  await signInBehind(context);
  const release = await hold(page, '**/api/auth');
  const header = page.getByRole('banner');
  for (const path of ['/', '/donate', '/impact', '/legal/privacy-policy']) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(header.getByRole('link', { name: admin.email })).toBeVisible();
    await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible();
    expect(await (await page.request.get(path)).text()).toContain(`>${admin.email}</a>`);
  }
  await release();
  await expect(header.getByRole('link', { name: admin.email })).toBeVisible();
});

test('Logout on a document ends the session and changes nothing else', async ({
  page,
  context,
}) => {
  await signInBehind(context);
  await page.goto('/contact-us');
  await page.getByLabel('Message').fill('Do you take clothes?');
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: 'Logout' }).click();
  await expect(header.getByRole('button', { name: 'Logout' })).toBeHidden();
  await expect(page.getByText(admin.email)).toBeHidden();
  await expect(page).toHaveURL(/\/contact-us$/);
  await expect(page.getByLabel('Message')).toHaveValue('Do you take clothes?');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
  await expect(header.getByRole('button', { name: 'Logout' })).toBeHidden();
  expect(await (await page.request.get('/contact-us')).text()).not.toContain(admin.email);
});

test('nobody gets the page of somebody else', async ({ page, context, elsewhere }) => {
  const other = await elsewhere.newPage();
  const header = page.getByRole('banner');
  await signInBehind(context);
  for (const path of ['/', '/impact', '/contact-us', '/donate?status=success']) {
    // Whoever asks first, and again once the server has kept the page.
    for (let round = 1; round <= 2; round++) {
      const [own, strange] = [await page.goto(path), await other.goto(path)];
      expect(await own?.text(), path).toContain(`>${admin.email}</a>`);
      expect(await strange?.text(), path).not.toContain(admin.email);
      expect(own?.headers()['cache-control']).toBe('private, no-cache');
      expect(own?.headers().vary).toContain('cookie');
      await expect(other.getByRole('button', { name: 'Logout' })).toBeHidden();
    }
  }
  // The browser has a copy of each page, too.
  await header.getByRole('button', { name: 'Logout' }).click();
  await expect(header.getByRole('button', { name: 'Logout' })).toBeHidden();
  for (const path of ['/', '/impact', '/contact-us']) {
    expect(await (await page.goto(path))?.text(), path).not.toContain(admin.email);
    await expect(header.getByRole('button', { name: 'Logout' })).toBeHidden();
  }
});
