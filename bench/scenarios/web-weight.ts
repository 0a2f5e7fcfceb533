import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { needPath } from '#contract/pages.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import { cleanUpLater } from '../support/clean-up.ts';
import { publishNeedWithPhotos } from '../support/need-with-photos.ts';
import { say, sayTable } from '../support/report.ts';
import { openServer } from '../support/server.ts';
import { buildWeb, webBuildDir } from '../support/web-build.ts';

export const description =
  'compressed kilobytes that /, /donate, and a need with 20 photos load first, on a phone';

const pages = ['/', '/donate'];
const photos = 20;
// A phone with a common screen size and resolution.
const phone = { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2, isMobile: true };

/** One file that a page loads, by type: script, stylesheet, font, image … */
interface Loaded {
  kind: string;
  name: string;
  bytes: number;
}

export async function run(): Promise<void> {
  buildWeb();
  const executablePath = findChromium({ asPeopleHave: true });
  if (executablePath === null)
    say('There is no Chromium: counting what index.html names, without lazy parts.');
  const site = executablePath ? await openBrowser(executablePath) : null;
  const needPaths = site ? [needPath(await publishNeedWithPhotos(site.url, photos))] : [];

  const rows: (string | number)[][] = [];
  for (const page of [...pages, ...needPaths]) {
    const files = await (site?.loads(page) ?? namedInIndex());
    const weigh = (kinds: string[]) =>
      kilobytes(
        files
          .filter(({ kind }) => kinds.includes(kind))
          .reduce((total, { bytes }) => total + bytes, 0),
      );
    rows.push([
      page,
      weigh(['script']),
      weigh(['stylesheet']),
      weigh(['script', 'stylesheet']),
      weigh(['font']),
      weigh(['image']),
      files.length,
    ]);
    for (const { kind, name, bytes } of files.sort((one, other) => other.bytes - one.bytes)) {
      say(`${page.padEnd(8)} ${kilobytes(bytes).padStart(7)}  ${kind.padEnd(10)} ${name}`);
    }
  }
  say('');
  sayTable(['kB, gzip', 'script', 'style', 'script + style', 'font', 'image', 'files'], rows);
}

/** Everything that Chromium requests until the page is idle, without interaction. */
async function openBrowser(executablePath: string) {
  const server = await openServer('embedded', serveWeb);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  cleanUpLater(() => browser.close());
  const loads = async (path: string): Promise<Loaded[]> => {
    const page = await browser.newPage(phone);
    const loaded: Promise<Loaded>[] = [];
    page.on('response', (response) => {
      const url = new URL(response.url());
      const kind = response.request().resourceType();
      if (url.origin !== server.url || kind === 'fetch' || kind === 'document') return;
      loaded.push(
        response.body().then((body) => ({ kind, name: url.pathname, bytes: weight(body) })),
      );
    });
    await page.goto(server.url + path, { waitUntil: 'networkidle' });
    const files = await Promise.all(loaded);
    await page.close();
    return files;
  };
  return { url: server.url, loads };
}

async function namedInIndex(): Promise<Loaded[]> {
  const html = await readFile(join(webBuildDir, 'index.html'), 'utf8');
  const names = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(js|css))"/g)];
  return Promise.all(
    names.map(async ([, name = '', extension]) => ({
      kind: extension === 'js' ? 'script' : 'stylesheet',
      name,
      bytes: weight(await readFile(join(webBuildDir, name))),
    })),
  );
}

/** The size of a file in transit: fonts and images are already compressed. */
function weight(body: Buffer): number {
  return Math.min(body.length, gzipSync(body, { level: 6 }).length);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
