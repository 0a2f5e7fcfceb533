import { expect, type Page } from '@playwright/test';
import { admin, expectAccessible, expectFit, openSignedIn, test } from '#test/support/browser.ts';
import { startServerProcess } from '#test/support/server-process.ts';
import { onRelease } from '#test/support/tier.ts';

const phone = { width: 375, height: 667 };
const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });

test('the cookie banner links to the privacy policy and, once accepted, stays away for a year', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await expect(banner(page)).toContainText('This site uses cookies');
  await expectAccessible(page);
  await banner(page).getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL(/\/legal\/privacy-policy$/);
  await banner(page)
    .getByRole('button', { name: /I understand/ })
    .click();
  await expect(banner(page)).toBeHidden();

  const consent = (await context.cookies()).find(({ name }) => name === 'CookieConsent');
  const days = ((consent?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(365);
  await page.goto('/donate');
  await expect(page.getByRole('heading', { name: 'Give a Donation' })).toBeVisible();
  await expect(banner(page)).toBeHidden();
});

test('the cookie banner covers no button of a form on a phone', onRelease, async ({ page }) => {
  await page.setViewportSize(phone);
  for (const [path, name] of [
    ['/donate', 'Continue to Payment Information'],
    ['/nominate', 'Submit Nomination'],
    ['/contact-us', 'Submit Message'],
  ] as const) {
    await page.goto(path);
    await expect(banner(page)).toBeVisible();
    const button = page.getByRole('button', { name });
    await button.focus();
    const submit = await button.boundingBox();
    const cover = await banner(page).boundingBox();
    expect((submit?.y ?? 0) + (submit?.height ?? 0), `${name} on ${path}`).toBeLessThanOrEqual(
      cover?.y ?? 0,
    );
  }
});

test('the footer has the links and the copyright line', async ({ page }) => {
  await page.goto('/contact-us');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('navigation').getByRole('link')).toHaveText([
    'Admin',
    'Terms of Service',
    'Privacy Policy',
    'Contact Us',
  ]);
  await expect(footer).toContainText('Copyright © 2021 Everycent');
  await footer.getByRole('link', { name: 'Admin' }).click();
  await expect(page).toHaveURL(/\/auth\/login\?redirectTo=%2Fadmin$/);
});

test('until a charity sets its own, the social icons lead to the four networks', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('heading', { name: 'Follow Us' })).toBeVisible();
  for (const place of [menu, page.getByRole('contentinfo')]) {
    const links = place.getByRole('link', { name: /opens in a new tab/, includeHidden: true });
    await expect(links).toHaveCount(4);
    const hosts = await links.evaluateAll((all) =>
      all.map((link) => (link as HTMLAnchorElement).host),
    );
    expect(hosts).toEqual(['www.facebook.com', 'www.instagram.com', 'x.com', 'www.youtube.com']);
  }
});

test(
  'the social networks of a charity show in the footer and in the menu',
  onRelease,
  async ({ browser }) => {
    const addresses = {
      Facebook: 'https://facebook.example/us',
      Instagram: 'https://instagram.example/us',
      YouTube: 'https://youtube.example/us',
    };
    const server = await startServerProcess({
      FACEBOOK_URL: addresses.Facebook,
      INSTAGRAM_URL: addresses.Instagram,
      YOUTUBE_URL: addresses.YouTube,
      X_URL: 'none',
    });
    const context = await browser.newContext({ viewport: phone });
    const page = await context.newPage();
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByRole('heading', { name: 'Follow Us' })).toBeVisible();
    for (const place of [menu, page.getByRole('contentinfo')]) {
      const links = place.getByRole('link', { name: /opens in a new tab/, includeHidden: true });
      await expect(links).toHaveCount(3);
      for (const [name, address] of Object.entries(addresses)) {
        const link = place.getByRole('link', { name: new RegExp(`^${name}`), includeHidden: true });
        await expect(link).toHaveAttribute('href', address);
      }
    }
    await expectAccessible(page);
    await context.close();
    await server.stop();
  },
);

test('the content of a page is large, medium, or small', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  const widthAt = async (address: string) => {
    await page.goto(address);
    const content = page.locator('main [data-container]').first();
    return [
      await content.getAttribute('data-container'),
      await content.evaluate((element) => element.getBoundingClientRect().width),
    ];
  };
  expect(await widthAt('/donate')).toEqual(['large', 1152]);
  expect(await widthAt('/donate?status=success')).toEqual(['medium', 704]);
  expect(await widthAt('/auth/login')).toEqual(['small', 544]);
});

test('on wide screens, the header has the pages, the email address, and Logout', async ({
  page,
}) => {
  await openSignedIn(page, '/auth/login');
  const header = page.getByRole('banner');
  await expect(header.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Home',
    'Donate',
    'Nominate',
  ]);
  await expect(header.getByRole('link', { name: 'Where the money goes' }).first()).toBeVisible();
  await expect(header).toContainText(admin.email);
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(header.getByRole('button', { name: 'Menu' })).toBeHidden();
});

test(
  'the longest name of a charity and a long address stay in the window',
  onRelease,
  async ({ browser }) => {
    const { password } = admin;
    const email = `${'a.long.name.'.repeat(5)}b@a-charity-with-a-long-name.example`;
    const server = await startServerProcess({
      SITE_NAME: 'The Riverside Community Alliance for the Good of Each Family',
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
    });
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    const fits = async (path: string) => {
      await page.goto(path);
      for (const width of [320, 375, 768, 820, 992, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await expectFit(page, `${path} at ${width} px`);
      }
    };
    await fits('/');
    const answer = await page.request.post('/api/auth/login', { data: { email, password } });
    expect(answer.status()).toBe(200);
    await fits('/');
    await expect(page.getByRole('banner').getByRole('link', { name: email })).toBeInViewport();
    await fits('/admin');
    await context.close();
    await server.stop();
  },
);

test('the layout changes from phone to tablet at 768 pixels, and to desktop at 992', async ({
  page,
}) => {
  await openSignedIn(page, '/admin');
  const menu = page.getByRole('button', { name: 'Menu' });
  const pages = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  const nav = page.getByRole('navigation', { name: 'Admin' });
  const heading = page.getByRole('heading', { name: 'Admin Dashboard' });
  for (const [width, hasMenu, isBeside] of [
    [767, true, false],
    [768, false, false],
    [991, false, false],
    [992, false, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(menu).toBeVisible({ visible: hasMenu });
    await expect(pages).toBeVisible({ visible: !hasMenu });
    const proof = page.getByRole('banner').getByRole('link', { name: 'Where the money goes' });
    await expect(proof).toBeVisible({ visible: isBeside });
    // One row: email address, Logout, and theme are beside the pages.
    expect((await page.getByRole('banner').boundingBox())?.height, `at ${width}`).toBeLessThan(75);
    await expectFit(page, `at ${width} px`);
    const [side, content] = [await nav.boundingBox(), await heading.boundingBox()];
    expect((side?.x ?? 0) + (side?.width ?? 0) <= (content?.x ?? 0), `at ${width}`).toBe(isBeside);
  }
});

test('on tablets, visitors find where the money goes in the header', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Where the money goes' }).first()).toBeVisible();
});

test('the menu on phones navigates, closes, and greets the signed-in user', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const open = () => page.getByRole('button', { name: 'Menu' }).click();
  await open();
  const pages = menu.getByRole('navigation').getByRole('link');
  await expect(pages).toHaveText([
    'Home',
    'Donate',
    'Nominate',
    'Where the money goes',
    'Contact Us',
  ]);
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeHidden();
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'Donate' }).click();
  await expect(page).toHaveURL(/\/donate$/);
  await expect(menu).toBeHidden();
  await open();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(menu).toBeHidden();
  await open();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();

  await openSignedIn(page, '/auth/login');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeVisible();
  await open();
  await expect(menu).toContainText(`Hello, ${admin.firstName}`);
  await menu.getByRole('link', { name: 'Admin Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(menu).toBeHidden();
  await open();
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('the color scheme follows the system at first, then the choice', async ({ page }) => {
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Light mode' })).toBeVisible();
  expect(await scheme()).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.getByRole('button', { name: 'Dark mode' })).toBeVisible();

  await page.getByRole('button', { name: 'Dark mode' }).click();
  await expect(page.getByRole('button', { name: 'Light mode' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Light mode' })).toBeVisible();
  expect(await scheme()).toBe('dark');
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Light mode' }).click();
  await expect.poll(scheme).toBe('light');
});

test('a new page starts at its top; a new filter does not', onRelease, async ({ page }) => {
  await page.goto('/legal/terms-of-service');
  const privacy = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' });
  await privacy.scrollIntoViewIfNeeded();
  const scrolled = async () => Number(await page.evaluate('window.scrollY'));
  expect(await scrolled()).toBeGreaterThan(500);
  await privacy.click();
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  await expect.poll(scrolled).toBe(0);

  // In the application, no page is loaded: the focus has to follow.
  await page.goto('/auth/login');
  await page.getByRole('link', { name: /forgot/i }).click();
  await expect(page).toHaveURL(/\/auth\/forgot-password$/);
  await expect(page.getByRole('main')).toBeFocused();

  await openSignedIn(page, '/admin/nominations');
  await page.setViewportSize({ width: 1280, height: 300 });
  const rejected = page.getByLabel('Show Rejected');
  await rejected.scrollIntoViewIfNeeded();
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  await rejected.check();
  await expect(page).toHaveURL(/rejected=true/);
  expect(await scrolled()).toBe(before);
});

test('each page title begins with the name of the page', async ({ page }) => {
  for (const [path, title] of [
    ['/', 'Home'],
    ['/donate', 'Donate'],
    ['/nominate', 'Nominate'],
    ['/impact', 'Where the Money Goes'],
    ['/contact-us', 'Contact Us'],
    ['/legal/privacy-policy', 'Privacy Policy'],
    ['/legal/terms-of-service', 'Terms of Service'],
    ['/auth/login', 'Login'],
    ['/auth/forgot-password', 'Forgot Password'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} | Everycent`);
  }
  await openSignedIn(page, '/admin/causes');
  await expect(page.getByRole('heading', { name: 'Manage Causes' })).toBeVisible();
  await expect(page).toHaveTitle('Admin | Everycent');
});

test('the legal texts contain the required statements', async ({ page }) => {
  const main = page.getByRole('main');
  await page.goto('/legal/privacy-policy');
  await expect(main.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  await expect(main).toContainText('We respond to data requests within one month');
  await expect(main).toContainText(
    'We do not knowingly collect personal information from children under 13',
  );
  await expect(main).toContainText('“We” are Everycent');
  const contents = main.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  const headings = await main.locator('h2, h3').allTextContents();
  expect(await contents.allTextContents()).toEqual(headings);
  await contents.filter({ hasText: 'If you ask to be erased' }).click();
  await expect(page).toHaveURL(/#if-you-ask-to-be-erased$/);
  await expect(main.getByRole('heading', { name: 'If you ask to be erased' })).toBeInViewport();
  // Who gets nothing here is not named.
  await expect(main).not.toContainText('Stripe');
  for (const text of ['private link', 'want no updates', 'black out', 'we record who, to what']) {
    await expect(main).toContainText(text);
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFit(page);

  await page.goto('/legal/terms-of-service');
  await expect(main.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
  await expect(main).toContainText('a nominee that matches the cause you chose');
  await expectAccessible(page);
  await main.getByRole('link', { name: 'Contact Us' }).first().click();
  await expect(page).toHaveURL(/\/contact-us$/);
});
