import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { createCause } from '#contract/vetting/causes.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import { cleanUpLater } from '../support/clean-up.ts';
import { createClient, signIn } from '../support/client.ts';
import { middleAndWorst, say, sayTable } from '../support/report.ts';
import { openServer } from '../support/server.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'taps, keys, and seconds from the home page to a paid donation on a phone [TIMES]';

/** Lighthouse's slow 4G: round trips of 150 ms, 1.6 Mbit/s down and 750 kbit/s up. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
};
const slowerProcessor = 4;

const contact = {
  'First Name': 'Grace',
  'Last Name': 'Hopper',
  'Email Address': 'grace@example.com',
  'Phone Number': '555-0100',
  'Zip Code': '10001',
};

/** What a donor did, and how long each page let them wait, in milliseconds. */
interface Way {
  taps: number;
  keys: number;
  waits: Record<string, number>;
}

/**
 * `npm run bench -- way-to-give [TIMES]`: someone new, with nothing in the cache, opens the home page on a phone (a
 * slow line, a processor four times as slow), and gives $25.00 to a cause. A suggested amount is tapped, if there is
 * one. Counts only the time in which the site lets them wait: from a tap until they can go on.
 */
export async function run([times = '5']: string[]): Promise<void> {
  buildWeb();
  const executablePath = findChromium({ asPeopleHave: true });
  if (executablePath === null) throw new Error('There is no Chromium.');
  const server = await openServer('embedded', serveWeb);
  const client = createClient(server.url, await signIn(server.url));
  await client.post(createCause.path, { name: 'Winter Warmth' });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  cleanUpLater(() => browser.close());
  const ways: Way[] = [];
  for (let count = 0; count < Number(times); count++) ways.push(await give(browser, server.url));

  const [first] = ways;
  if (first === undefined) throw new Error('Give at least once.');
  const row = (name: string, of: (way: Way) => number) => {
    const { middle, worst } = middleAndWorst(ways.map(of));
    return [name, (middle / 1000).toFixed(1), (worst / 1000).toFixed(1)];
  };
  say(`${first.taps} taps, ${first.keys} keys`);
  say('');
  sayTable(
    ['seconds of waiting', 'median', 'worst'],
    [
      ...Object.keys(first.waits).map((name) => row(name, ({ waits }) => waits[name] ?? 0)),
      row('all', ({ waits }) => Object.values(waits).reduce((sum, wait) => sum + wait, 0)),
    ],
  );
}

async function give(browser: Browser, url: string): Promise<Way> {
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await slowDown(page);
  const way: Way = { taps: 0, keys: 0, waits: {} };
  const tap = async (target: Locator) => {
    way.taps++;
    await target.tap();
  };
  const type = async (label: string, text: string) => {
    await tap(page.getByLabel(label, { exact: true }));
    way.keys += text.length;
    await page.keyboard.type(text);
  };
  const wait = async (name: string, act: () => Promise<unknown>, until: Locator) => {
    const startedAt = performance.now();
    await act();
    await until.waitFor();
    way.waits[name] = performance.now() - startedAt;
  };

  const donate = page.getByRole('main').getByRole('link', { name: 'Donate' }).first();
  const send = page.getByRole('button', { name: 'Continue to Payment Information' });
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  await wait('home page', () => page.goto(url, { waitUntil: 'commit' }), donate);
  await wait('donation form', () => tap(donate), send);
  const suggestion = page.getByRole('link', { name: '$25', exact: true });
  if ((await suggestion.count()) > 0) await tap(suggestion);
  else await type('Amount', '2500');
  // Opening the list and choosing from it.
  way.taps += 2;
  await page.getByLabel('Cause').selectOption('Winter Warmth');
  for (const [label, text] of Object.entries(contact)) await type(label, text);
  await wait('payment page', () => tap(send), pay);
  await wait(
    'thank-you page',
    () => tap(pay),
    page.getByText('Thank You', { exact: false }).first(),
  );
  await context.close();
  return way;
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
}
