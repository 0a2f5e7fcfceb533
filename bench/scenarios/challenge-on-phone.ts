import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { sendContactMessage } from '#contract/publishing/contact.ts';
import { newChallenge } from '#server/platform/misuse/challenge.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import { cleanUpLater } from '../support/clean-up.ts';
import { type Figures, middleAndWorst, say, sayTable } from '../support/report.ts';
import { openServer } from '../support/server.ts';
import { buildWeb } from '../support/web-build.ts';

export const description = 'how long a challenge keeps a phone busy, by its level [TIMES]';

const levels = [1, 2, 3] as const;
const slowPhone = 'all of Chromium, 10 times';
const most = 3_000;

/** How a browser is slowed down. Returns what ends it. */
interface Profile {
  name: string;
  slow(page: Page, browserProcess: number): Promise<() => void>;
}

const profiles: Profile[] = [
  { name: 'this machine', slow: async () => () => {} },
  {
    // Only the page's main thread becomes slower, not the threads that solve the challenge.
    name: "Chromium's CPU throttling, 6 times",
    async slow(page) {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      return () => void session.detach();
    },
  },
  {
    name: slowPhone,
    slow: async (_, browserProcess) => runATenth(browserProcess),
  },
];

/**
 * `-- challenge-on-phone [TIMES]`: in the built site, from the response that asks for a challenge until the call is
 * repeated with its solution. For the slow phone, all processes of Chromium run for 4 ms and stand still for 36 ms in
 * turns, because throttling in the browser does not reach the threads of its cryptography. Returns its median of the
 * easiest challenge, which is all that donors meet during an attack.
 */
export async function run([times = '5']: string[]): Promise<Figures[]> {
  buildWeb();
  const executablePath = findChromium({ asPeopleHave: true });
  if (executablePath === null) throw new Error('There is no Chromium.');
  if (process.platform !== 'linux') throw new Error('Only Linux can slow down all of Chromium.');
  const server = await openServer('embedded', serveWeb);
  const rows: (string | number)[][] = [];
  let middleOfSlowPhone = Number.NaN;
  for (const { name, slow } of profiles) {
    const browserServer = await chromium.launchServer({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    });
    cleanUpLater(() => browserServer.close());
    const browser = await chromium.connect(browserServer.wsEndpoint());
    for (const level of levels) {
      const taken: number[] = [];
      for (let count = 0; count < Number(times); count++) {
        const page = await openForm(browser, server.url);
        const end = await slow(page, browserServer.process().pid ?? 0);
        try {
          taken.push(await timeOf(page, level));
        } finally {
          end();
        }
        await page.close();
      }
      const { middle, worst } = middleAndWorst(taken);
      rows.push([`${name}, level ${level}`, Math.round(middle), Math.round(worst)]);
      if (name === slowPhone && level === 1) middleOfSlowPhone = Math.round(middle);
      if (worst > most) process.exitCode = 1;
    }
    await browser.close();
    await browserServer.close();
  }
  say('');
  sayTable(['milliseconds', 'median', 'worst'], rows);
  const figures = { 'milliseconds of a challenge on a slow phone': middleOfSlowPhone };
  return [{ database: '', figures }];
}

async function openForm(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 375, height: 812 } });
  await page.goto(`${url}/contact-us`);
  await page.getByLabel('Email Address').fill('visitor@example.com');
  await page.getByLabel('Message').fill('Is all well?');
  return page;
}

/** Milliseconds until the solution arrives. */
async function timeOf(page: Page, level: (typeof levels)[number]): Promise<number> {
  const challenge = await newChallenge({ form: 'contact', network: '' }, level, randomBytes(32));
  const solved = Promise.withResolvers<number>();
  let askedAt = 0;
  await page.route(`**${sendContactMessage.path}`, async (route) => {
    if ((await route.request().headerValue('challenge-solution')) === null) {
      askedAt = performance.now();
      const json = { code: 'challenge_required', message: 'A test', challenge, requestId: '' };
      return route.fulfill({ status: 428, json });
    }
    solved.resolve(performance.now() - askedAt);
    return route.fulfill({ json: { message: 'Thank you.' } });
  });
  await page.getByRole('button', { name: 'Submit Message' }).click();
  return solved.promise;
}

/** Lets a process and all its descendants run a tenth of the time. */
function runATenth(root: number): () => void {
  const processes = descendantsOf(root);
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const id of processes) {
      try {
        process.kill(id, name);
      } catch {
        // It has ended.
      }
    }
  };
  let isRunning = true;
  let timer: NodeJS.Timeout;
  const change = () => {
    isRunning = !isRunning;
    signal(isRunning ? 'SIGCONT' : 'SIGSTOP');
    timer = setTimeout(change, isRunning ? 4 : 36);
  };
  change();
  return () => {
    clearTimeout(timer);
    signal('SIGCONT');
  };
}

function descendantsOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // "12 (a name) S 3 …": the name may contain anything.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      parents.set(Number(name), Number(parent));
    } catch {
      // It has ended.
    }
  }
  const found = [root];
  for (const id of found) {
    for (const [child, parent] of parents) if (parent === id) found.push(child);
  }
  return found;
}
