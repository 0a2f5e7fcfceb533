import { rm } from 'node:fs/promises';
import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  type WebError,
} from '@playwright/test';
import axe from 'axe-core';
import type { Endpoint, OwnResponseOf, RequestOf } from '#contract/endpoint.ts';
import { createDonation } from '#contract/giving/donations.ts';
import {
  type CauseId,
  type DonationId,
  donationId,
  type FileId,
  type NominationId,
} from '#contract/ids.ts';
import { getSettings, saveSettings } from '#contract/operations/settings.ts';
import { getSession, login } from '#contract/people/sign-in.ts';
import { type FileKind, getFile } from '#contract/publishing/files.ts';
import { createFile } from '#contract/publishing/uploads.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import { uploadOffsetHeader } from '#contract/upload-errors.ts';
import { createCause } from '#contract/vetting/causes.ts';
import { createNomination, updateNomination } from '#contract/vetting/nominations.ts';
import { count } from '#test/support/count.ts';
import { type Inbox, openInbox } from '#test/support/inbox.ts';
import { type ServerProcess, startServerProcess } from '#test/support/server-process.ts';
import { isRelease } from '#test/support/tier.ts';

/** The administrator of every site that a browser test starts. */
export const admin = { email: 'ada@example.org', password: 'Passw0rd-of-Ada', firstName: 'Admin' };

/** What somebody signs in with. */
type Credentials = Record<'email' | 'password', string>;

/** A site that runs for one worker, and ways to fill it without clicking. */
export interface Site extends ServerProcess {
  owner: Credentials;
  inbox: Inbox;
  call<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<OwnResponseOf<E>>;
  /** The cookie of somebody who has signed in a moment ago: the same until it ends or is no longer recent. */
  sessionOf(credentials: Credentials): Promise<string>;
  addCause(): Promise<{ id: CauseId; name: string }>;
  /** A test that reads its receipt takes a donor of its own: a mailbox gets few receipts for test money a day. */
  addDonation(causeId: CauseId, amount: number, email?: string): Promise<DonationId>;
  addNomination(causeId: CauseId, nominee: string): Promise<NominationId>;
  accept(nominationId: NominationId): Promise<void>;
  allocate(donationId: DonationId, nominationId: NominationId, amount: number): Promise<void>;
  /** Returns the file's id once it is processed. */
  upload(
    nominationId: NominationId,
    kind: FileKind,
    content: Buffer,
    options?: { stillOf?: FileId; originalName?: string },
  ): Promise<FileId>;
  /** Waits until a file is processed. */
  settle(fileId: FileId): Promise<void>;
}

/** The contact details that forms require. */
export const person = {
  firstName: 'Grace',
  lastName: 'Hopper',
  phone: '555-0100',
  zip: '10001',
};

/** Fills in the contact details of a form. */
export async function fillInPerson(page: Page, email: string): Promise<void> {
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill(person.lastName);
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Phone Number').fill(person.phone);
  await page.getByLabel('Zip Code').fill(person.zip);
}

/** Records figures for the reliability report, as `test/support/figures.ts` does for tests without a browser. */
export function recordFigures(bar: string, figures: Record<string, number>): void {
  base.info().annotations.push({
    type: 'figures',
    description: JSON.stringify({ [bar]: figures }),
  });
}

let made = 0;
/** A text that occurs nowhere else in the run. */
export const unique = (text: string) => `${text} ${process.pid}-${++made}`;

/** Networks that the browsers of the tests have come from. */
let networks = 0;

/** Half the time for which a sign-in counts as recent, in milliseconds. */
const stillRecent = 5 * 60_000;

/** The session that a response starts; it may set other cookies, too. */
function sessionIn(response: Response): string | undefined {
  const set = response.headers.getSetCookie().find((one) => one.startsWith('session='));
  return set?.split(';')[0];
}

/** Starts a site, with environment variables on top of the defaults. Its data may know another owner. */
export async function startSite(
  env: Record<string, string> = {},
  owner: Credentials = admin,
): Promise<Site> {
  const server = await startServerProcess({
    TRUST_PROXY: '127.0.0.1',
    ...env,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  });
  let cookie = '';
  let preparations = 0;
  const sessions = new Map<string, { cookie: string; since: number }>();
  // What a test prepares comes from a network of its own, so that the browser's never meets a limit for it.
  const aNetwork = () => `10.9.${preparations >> 8}.${preparations++ & 255}`;
  const call: Site['call'] = async (endpoint, request) => {
    const { params = {}, body } = request as {
      params?: Record<string, string>;
      body?: unknown;
    };
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name) => params[name] ?? '');
    const send = () =>
      fetch(`${server.url}${path}`, {
        method: endpoint.method,
        headers: {
          cookie,
          'x-forwarded-for': aNetwork(),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    let response = await send();
    // A worker may outlive the period in which a sign-in counts as recent, and a test may end every session.
    if (response.status === 401 || response.status === 403) {
      await call(login, { body: owner });
      response = await send();
    }
    cookie = sessionIn(response) ?? cookie;
    if (!response.ok) throw new Error(`${endpoint.path}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as OwnResponseOf<
      typeof endpoint
    >;
  };
  const settle = (id: FileId) =>
    expect
      .poll(async () => (await call(getFile, { params: { id } })).state, {
        timeout: 60_000,
        intervals: [50],
      })
      .toBe('ready');
  await call(login, { body: owner });
  return {
    ...server,
    owner,
    inbox: openInbox(server.dataDir),
    call,
    async sessionOf({ email, password }) {
      const known = sessions.get(email);
      if (known && Date.now() - known.since < stillRecent) {
        const headers = { cookie: known.cookie };
        const who = await (await fetch(`${server.url}${getSession.path}`, { headers })).text();
        if (who.includes(email)) return known.cookie;
      }
      const response = await fetch(`${server.url}${login.path}`, {
        method: login.method,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': aNetwork() },
        body: JSON.stringify({ email, password }),
      });
      const signedIn = sessionIn(response);
      if (!signedIn) throw new Error(`${email}: ${await response.text()}`);
      sessions.set(email, { cookie: signedIn, since: Date.now() });
      return signedIn;
    },
    addCause: () => call(createCause, { body: { name: unique('Cause') } }),
    async addDonation(causeId, amount, email = 'donor@example.com') {
      const body = { amount, causeId, ...person, email };
      const { url } = await call(createDonation, { body });
      const form = new URLSearchParams({ outcome: 'paid' });
      await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
      return donationId.parse(url.slice(url.lastIndexOf('/') + 1));
    },
    async addNomination(causeId, nominee) {
      const body = { nominee, causeId, description: 'Needs help.', ...person };
      return (await call(createNomination, { body: { ...body, email: 'nom@example.com' } })).id;
    },
    async accept(id) {
      await call(updateNomination, {
        params: { id },
        body: { isAccepted: true, isRejected: false },
      });
    },
    async allocate(donationId, nominationId, amount) {
      await call(createAllocation, { body: { donationId, nominationId, amount } });
    },
    async upload(nominationId, kind, content, options) {
      const { id } = await call(createFile, {
        body: { nominationId, kind, bytes: content.length, ...options },
      });
      await fetch(`${server.url}/api/files/${id}/content`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/octet-stream', [uploadOffsetHeader]: '0' },
        body: new Uint8Array(content),
      });
      await settle(id);
      return id;
    },
    settle,
  };
}

/** Begins something for this test and those after it in the worker, which ends it; by its name, it is begun once. */
export type Keep = <Thing>(
  name: string,
  begin: () => Promise<Thing>,
  end?: (thing: Thing) => Promise<void>,
) => Promise<Thing>;

/** Ends a site, and deletes what it has stored. */
async function endSite(site: Site): Promise<void> {
  await site.stop();
  await rm(site.dataDir, { recursive: true });
}

/** The site of the test that runs: a worker runs one at a time. */
let siteOfTest: Site;

interface TestFixtures {
  /** Environment variables of the site; each set of them has one of its own. */
  siteEnv: Record<string, string>;
  /** The test changes settings: they are as before when it has ended. */
  changesSettings: boolean;
  /** The test needs a browser that nobody uses after it, such as one whose clock it stops. */
  isBrowserNew: boolean;
  site: Site;
  browserOf: (whom: string, headers?: Record<string, string>) => Promise<BrowserContext>;
  /** The browser of somebody else, beside that of `page`. */
  elsewhere: BrowserContext;
  watched: { allowErrors(pattern: RegExp): void };
}

/**
 * A test in a browser. The tests of a worker run one after another on one site, and in one browser that has loaded its
 * scripts before: so does the browser of whoever works with it each day. Only cookies and what pages have stored are removed
 * in between. Errors on the console, violations of the content security policy, and requests to other sites fail a test.
 */
export const test = base.extend<TestFixtures, { keep: Keep }>({
  keep: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
    async ({}, use) => {
      const kept = new Map<string, Promise<unknown>>();
      const ends: (() => Promise<void>)[] = [];
      const keep: Keep = (name, begin, end) => {
        const known = kept.get(name) as ReturnType<typeof begin> | undefined;
        if (known) return known;
        const begun = begin().then((thing) => {
          if (end) ends.unshift(() => end(thing));
          return thing;
        });
        kept.set(name, begun);
        return begun;
      };
      await use(keep);
      for (const end of ends) await end();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  siteEnv: [{}, { option: true }],
  changesSettings: [false, { option: true }],
  isBrowserNew: [false, { option: true }],
  async site({ keep, siteEnv, changesSettings }, use) {
    const site = await keep(`site ${JSON.stringify(siteEnv)}`, () => startSite(siteEnv), endSite);
    const before = changesSettings ? await site.call(getSettings, {}) : null;
    await use(site);
    if (!before) return;
    const { version } = await site.call(getSettings, {});
    await site.call(saveSettings, { body: { ...before, version } });
  },
  baseURL: async ({ site }, use) => use(site.url),
  // A network of its own: what one test does to it, such as filling in a form faster than people can, would otherwise
  // make the site challenge the forms of the tests after it.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
  extraHTTPHeaders: async ({}, use) => {
    networks += 1;
    await use({ 'x-forwarded-for': `10.8.${networks >> 8}.${networks & 255}` });
  },
  browserOf: async (
    { browser, keep, site, isBrowserNew, javaScriptEnabled, bypassCSP, timezoneId },
    use,
    info,
  ) => {
    const lent: BrowserContext[] = [];
    const open = async () => {
      const opened = await browser.newContext();
      // The browser itself reports most violations on the console, but not all.
      await opened.addInitScript({
        content: `document.addEventListener('securitypolicyviolation', (event) =>
          console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`,
      });
      return opened;
    };
    await use(async (whom, headers = {}) => {
      const kind = JSON.stringify([whom, site.url, javaScriptEnabled, bypassCSP, timezoneId]);
      const context = isBrowserNew
        ? await open()
        : await keep(`browser ${kind}`, open, (kept) => kept.close());
      await context.setExtraHTTPHeaders(headers);
      lent.push(context);
      return context;
    });
    for (const context of lent) {
      // Closing it takes the picture of a failure; the worker ends then.
      if (isBrowserNew || info.status !== info.expectedStatus) await context.close();
      else await leave(context, site);
    }
  },
  context: async ({ browserOf, extraHTTPHeaders }, use) =>
    use(await browserOf('somebody', extraHTTPHeaders)),
  elsewhere: async ({ browserOf, extraHTTPHeaders }, use) =>
    use(await browserOf('somebody else', extraHTTPHeaders)),
  page: async ({ context }, use) =>
    use(context.pages()[0] ?? openingAgain(await context.newPage())),
  watched: [
    async ({ context, site }, use, info) => {
      siteOfTest = site;
      const problems: string[] = [];
      // A form that is filled in faster than people can gets a challenge: the browser reports the response that requires it.
      const allowed = [/status of 428/];
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() === 'error') problems.push(`console: ${message.text()}`);
      };
      const onError = (error: WebError) => problems.push(`page: ${error.error().message}`);
      const onRequest = (request: Request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== site.url) {
          problems.push(`request to ${request.url()}`);
        }
      };
      context.on('console', onConsole).on('weberror', onError).on('request', onRequest);
      await use({ allowErrors: (pattern) => allowed.push(pattern) });
      context.off('console', onConsole).off('weberror', onError).off('request', onRequest);
      // What failed may have its cause in the server, such as a mail that it could not send at first.
      if (info.status !== info.expectedStatus) process.stderr.write(site.output().slice(-4_000));
      const unexpected = problems.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      expect(unexpected, 'errors and calls to elsewhere').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Opens an address again if the page itself went elsewhere at that moment, which ends the first try: a dialog that closes
 * goes back in the history, and a form that is sent goes on.
 */
function openingAgain(page: Page): Page {
  const open = page.goto.bind(page);
  page.goto = (...where) =>
    open(...where).catch((error: Error) => {
      if (!/ERR_ABORTED|interrupted by another navigation/.test(error.message)) throw error;
      return open(...where);
    });
  return page;
}

/** Leaves a browser as the test after this one finds it: with one empty page, and nothing stored beside scripts. */
async function leave(context: BrowserContext, { url: origin }: Site): Promise<void> {
  const [page, ...others] = context.pages();
  await Promise.all(others.map((other) => other.close()));
  await context.setOffline(false);
  await context.unrouteAll();
  await context.clearCookies();
  if (!page) return;
  await page.unrouteAll();
  page.removeAllListeners();
  // Also ends a way to another page that the test did not wait for.
  const isThere = await page.goto(`${origin}/robots.txt`).then(
    () => true,
    (error: Error) => {
      if (!error.message.includes('ERR_CONNECTION_REFUSED')) throw error;
      return false;
    },
  );
  // The test had a site of its own, which it has stopped: nobody gets this browser again.
  if (!isThere) return;
  // A way to another page may end only now, and takes what is evaluated with it.
  await expect(() => page.evaluate('sessionStorage.clear()')).toPass();
  const devTools = await context.newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb';
  await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await page.goto('about:blank');
  await devTools.send('Page.resetNavigationHistory');
  await devTools.detach();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** Signs in through the login page to which the guard has redirected. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password').fill(admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  // It stays for two seconds only, which may be over before a slow page is there. That of an earlier sign-in may still be
  // visible.
  const greeting = expect(page.getByText(`Welcome back ${admin.firstName}`).last()).toBeVisible();
  const arrival = async () => {
    await page.waitForURL(({ pathname }) => pathname !== '/auth/login');
    await expect(page.getByLabel('Password')).toBeHidden();
    // Not that of the login page. As long as there is none, a document is on its way, and would cancel what the test opens
    // next.
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  };
  await Promise.all([greeting, arrival()]);
}

/** Signs somebody in, an administrator unless said otherwise, without the login page: that has tests of its own. */
export async function signInBehind(
  context: BrowserContext,
  credentials: Credentials = admin,
): Promise<void> {
  const [name = '', value = ''] = (await siteOfTest.sessionOf(credentials)).split('=');
  const { url } = siteOfTest;
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
}

/** Opens a page as somebody who has signed in before. */
export async function openSignedIn(
  page: Page,
  path: string,
  credentials?: Credentials,
): Promise<void> {
  await signInBehind(page.context(), credentials);
  await page.goto(path);
}

/**
 * Shows another page of the admin area as a press on a link to it does. A new document would also load and start the whole
 * application once more.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`(() => {
    const state = { idx: (history.state?.idx ?? 0) + 1, key: String(Math.random()) };
    history.pushState(state, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate', { state }));
  })()`);
}

/** Fails if the page stays scrollable sideways, and names what sticks out. */
export async function expectFit(page: Page, at = ''): Promise<void> {
  // A string, because these files have no type for `document`.
  const stickingOut = () =>
    page.evaluate<string[]>(`(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth,
      );
      return [scrollWidth + ' px', ...wide.map((one) => one.outerHTML.slice(0, 120))];
    })()`);
  await expect.poll(stickingOut, `${at} scrolls sideways`).toEqual([]);
}

/** Waits until what the server drew is there, and script has brought its forms and buttons to life. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // React leaves a mark on what it takes over.
  const areAlive = () =>
    page.evaluate<boolean>(`[...document.querySelectorAll('script[data-island]')].every(
      (block) => Object.keys(block.nextElementSibling).some((key) => key.startsWith('__react')),
    )`);
  await expect.poll(areAlive, 'the script of the page').toBe(true);
}

/** Waits until the page has done what it does right after an event, such as sending what a press asks for. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(
    `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`,
  );
}

/** Shows the page as on a device with this color scheme, once it is completely rendered that way. */
export async function showScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Colors come from an attribute, which follows the device a moment later, and are rendered a frame after it.
  await page.evaluate(`new Promise((shown) => {
    let frames = 0;
    const look = () => {
      const isThere = document.documentElement.dataset.mantineColorScheme === '${colorScheme}';
      requestAnimationFrame(isThere || ++frames > 600 ? () => requestAnimationFrame(shown) : look);
    };
    look();
  })`);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/**
 * Fails on what axe finds in a state that a test comes through. Only before a release: on each change, the tables of
 * `test/e2e/site/` look at every page and dialog once.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (isRelease) await expectNoFindings(page);
}

/** Fails on anything that axe finds on the page in its current state, or only on findings of some of its rules. */
export async function expectNoFindings(
  page: Page,
  { rules, within }: { rules?: string[] | undefined; within?: string | undefined } = {},
): Promise<void> {
  count('axe');
  // A document keeps the script between checks.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  // Halfway through a transition, a color is neither the one nor the other.
  await page.evaluate(
    `Promise.allSettled(
      document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished),
    ).then(() => null)`,
  );
  const findings = await page.evaluate(
    async ({ only, include }) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await inPage.run(
        // A frame without scripts cannot run axe either.
        { exclude: ['iframe[srcdoc]'], ...(include && { include }) },
        { resultTypes: ['violations'], preload: false, ...(only && { runOnly: only }) },
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    { only: rules, include: within },
  );
  expect(findings, 'axe findings').toEqual([]);
}

/** Requires that a table shows all of its columns, and that no date or amount in it breaks. */
export async function expectTableToFit(page: Page, label: string): Promise<void> {
  await expect(page.getByRole('table', { name: label })).toBeVisible();
  // A string, because these files have no type for `document`.
  const problems = () =>
    page.evaluate<string[]>(`(() => {
      const table = document.querySelector('table[aria-label=${JSON.stringify(label)}]');
      const box = table.parentElement;
      const found = box.scrollWidth > box.clientWidth ? ['It is wider than its place'] : [];
      const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const range = document.createRange();
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\S*\\d[\\d/.,]+/g)) {
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          if (range.getClientRects().length > 1) found.push(word + ' is broken');
        }
      }
      return found;
    })()`);
  await expect.poll(problems).toEqual([]);
}

/**
 * Fails if a state that a test comes through has axe findings in any color scheme, or scrolls sideways at the width of a phone,
 * tablet, or desktop. Only before a release, like {@link expectAccessible}.
 */
export async function expectTidy(page: Page, at: string, widths = [375, 820, 1440]): Promise<void> {
  if (!isRelease) return;
  const viewport = page.viewportSize();
  for (const scheme of ['light', 'dark'] as const) {
    await showScheme(page, scheme);
    await expectNoFindings(page);
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectFit(page, `${at} at ${width}`);
  }
  if (viewport) await page.setViewportSize(viewport);
  await showScheme(page, 'light');
}
