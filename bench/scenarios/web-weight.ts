import { chromium } from '@playwright/test';
import { donationPagePath, needPath, publicPages } from '#contract/pages.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { filesOf, kilobytesOf } from '#test/support/page-weight.ts';
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

export async function run(): Promise<void> {
  buildWeb();
  const executablePath = findChromium({ asPeopleHave: true });
  if (executablePath === null) throw new Error('There is no Chromium: set CHROMIUM_PATH.');
  const site = await openBrowser(executablePath);
  const needPaths = [needPath(await publishNeedWithPhotos(site.url, photos))];

  const rows: (string | number)[][] = [];
  for (const page of [...pages, ...needPaths]) {
    const files = await site.loads(page);
    rows.push([
      page,
      kilobytesOf(files, 'script').toFixed(1),
      kilobytesOf(files, 'stylesheet').toFixed(1),
      kilobytesOf(files, 'script', 'stylesheet').toFixed(1),
      kilobytesOf(files, 'font').toFixed(1),
      kilobytesOf(files, 'image').toFixed(1),
      files.length,
    ]);
    for (const { kind, name, bytes } of files.sort((one, other) => other.bytes - one.bytes)) {
      say(
        `${page.padEnd(8)} ${(bytes / 1_000).toFixed(1).padStart(7)}  ${kind.padEnd(10)} ${name}`,
      );
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
  const loads = async (path: string) => {
    const page = await browser.newPage(phone);
    const files = await filesOf(page, server.url + path);
    await page.close();
    return files;
  };
  return { url: server.url, loads };
}
