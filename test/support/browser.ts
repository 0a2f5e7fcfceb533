import { rm } from 'node:fs/promises';
import { test as base, expect, type Page } from '@playwright/test';
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
import { login } from '#contract/people/sign-in.ts';
import {
  createFile,
  type FileKind,
  getFile,
  uploadOffsetHeader,
} from '#contract/publishing/files.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import { createCause } from '#contract/vetting/causes.ts';
import { createNomination, updateNomination } from '#contract/vetting/nominations.ts';
import { type Inbox, openInbox } from '#test/support/inbox.ts';
import { type ServerProcess, startServerProcess } from '#test/support/server-process.ts';
import { schemes } from '#test/support/tier.ts';

/** The administrator of every site that a browser test starts. */
export const admin = { email: 'ada@example.org', password: 'Passw0rd-of-Ada', firstName: 'Admin' };

/** What somebody signs in with. */
type Credentials = Record<'email' | 'password', string>;

/** A site that runs for one worker, and ways to fill it without clicking. */
export interface Site extends ServerProcess {
  owner: Credentials;
  inbox: Inbox;
  call<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<OwnResponseOf<E>>;
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
  base.info().annotations.push({ type: bar, description: JSON.stringify(figures) });
}

let count = 0;
/** A text that occurs nowhere else in the run. */
export const unique = (text: string) => `${text} ${process.pid}-${++count}`;

/** Networks that the browsers of the tests have come from. */
let networks = 0;

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
          // What a test prepares comes from a network of its own, so that the browser's never meets a limit for it.
          'x-forwarded-for': `10.9.${preparations >> 8}.${preparations++ & 255}`,
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
    // A response may set other cookies, too.
    const set = response.headers.getSetCookie().find((one) => one.startsWith('session='));
    cookie = set?.split(';')[0] ?? cookie;
    if (!response.ok) throw new Error(`${endpoint.path}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as OwnResponseOf<
      typeof endpoint
    >;
  };
  const settle = (id: FileId) =>
    expect
      .poll(async () => (await call(getFile, { params: { id } })).state, { timeout: 60_000 })
      .toBe('ready');
  await call(login, { body: owner });
  return {
    ...server,
    owner,
    inbox: openInbox(server.dataDir),
    call,
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

type SiteFixture = [
  (fixtures: object, use: (site: Site) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
];

/**
 * The site of a worker. A file whose `test` gets a new one has a site to itself: only files with the same fixtures share
 * a worker.
 */
export function siteOfWorker(): SiteFixture {
  return [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
      await rm(site.dataDir, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ];
}

/**
 * A test in a browser, with a site of its worker's own. Errors on the console, violations of the content security
 * policy, and requests to other sites fail it.
 */
export const test = base.extend<
  { watched: { allowErrors(pattern: RegExp): void } },
  { site: Site }
>({
  site: siteOfWorker(),
  baseURL: async ({ site }, use) => use(site.url),
  // A network of its own: what one test does to it, such as filling in a form faster than people can, would otherwise
  // make the site challenge the forms of the tests after it.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
  extraHTTPHeaders: async ({}, use) => {
    networks += 1;
    await use({ 'x-forwarded-for': `10.8.${networks >> 8}.${networks & 255}` });
  },
  watched: [
    async ({ context, site }, use, info) => {
      const problems: string[] = [];
      const allowed: RegExp[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') problems.push(`console: ${message.text()}`);
      });
      // The browser itself reports most violations on the console, but not all.
      await context.addInitScript({
        content: `document.addEventListener('securitypolicyviolation', (event) =>
          console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`,
      });
      context.on('weberror', (error) => problems.push(`page: ${error.error().message}`));
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== site.url) {
          problems.push(`request to ${request.url()}`);
        }
      });
      await use({ allowErrors: (pattern) => allowed.push(pattern) });
      // What failed may have its cause in the server, such as a mail that it could not send at first.
      if (info.status !== info.expectedStatus) process.stderr.write(site.output().slice(-4_000));
      const unexpected = problems.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      expect(unexpected, 'errors and calls to elsewhere').toEqual([]);
    },
    { auto: true },
  ],
});

/** Signs in through the login page to which the guard has redirected. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password').fill(admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await Promise.all([
    expect(page.getByLabel('Password')).toBeHidden(),
    // A document is on its way as long as there is no heading, and would cancel what the test opens next.
    expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible(),
    // It stays for two seconds only, which may be over before a slow page is there. That of an earlier sign-in may still
    // be visible.
    expect(page.getByText(`Welcome back ${admin.firstName}`).last()).toBeVisible(),
  ]);
}

/** Opens a page as an administrator who has signed in before. */
export async function openSignedIn(
  page: Page,
  path: string,
  { email, password }: Credentials = admin,
): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  expect(answer.status()).toBe(200);
  await page.goto(path);
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

/** Shows the page as on a device with this color scheme, once it is completely rendered that way. */
export async function showScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Colors come from an attribute, which follows the device a moment later, and are rendered a frame after it.
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  await page.evaluate(
    `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`,
  );
}

/** Fails on anything that axe finds on the page in its current state, or only on findings of some of its rules. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // A document keeps the script between checks.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  // Halfway through a transition, a color is neither the one nor the other.
  await page.evaluate(
    `Promise.allSettled(
      document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished),
    ).then(() => null)`,
  );
  const findings = await page.evaluate(async (only) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await inPage.run(
      // A frame without scripts cannot run axe either.
      { exclude: ['iframe[srcdoc]'] },
      { resultTypes: ['violations'], ...(only && { runOnly: only }) },
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, rules);
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

/** Fails if a page has axe findings in any color scheme, or scrolls sideways at the width of a phone, tablet, or desktop. */
export async function expectTidy(page: Page, at: string): Promise<void> {
  for (const scheme of schemes) {
    await showScheme(page, scheme);
    await expectAccessible(page);
  }
  for (const width of [375, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectFit(page, `${at} at ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await showScheme(page, 'light');
}
