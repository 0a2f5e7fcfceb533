import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { donationPagePath, needPath, publicPages } from '#contract/pages.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import { cleanUpLater } from '../support/clean-up.ts';
import { publishNeedWithPhotos } from '../support/need-with-photos.ts';
import { say, sayTable } from '../support/report.ts';
import { openServer } from '../support/server.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'compressed kilobytes that each public page and a need with 20 photos load first, on a phone';

const pages = [
  ...Object.values(publicPages).map(({ path }) => path),
  '/donate?status=success',
  donationPagePath,
];
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
  if (executablePath === null) throw new Error('There is no Chromium: set CHROMIUM_PATH.');
  const site = await openBrowser(executablePath);
  const needPaths = [needPath(await publishNeedWithPhotos(site.url, photos))];

  const rows: (string | number)[][] = [];
  for (const page of [...pages, ...needPaths]) {
    const files = await site.loads(page);
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

/** The size of a file in transit: fonts and images are already compressed. */
function weight(body: Buffer): number {
  return Math.min(body.length, gzipSync(body, { level: 6 }).length);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
