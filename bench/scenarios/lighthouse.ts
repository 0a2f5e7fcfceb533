import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { serveWeb } from '#server/site/serve-web.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import { cleanUpLater } from '../support/clean-up.ts';
import { say, sayTable } from '../support/report.ts';
import { openServer } from '../support/server.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'Lighthouse with its mobile profile: /, /donate, and /nominate, with its findings';

const pages = ['/', '/donate', '/nominate'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export async function run(): Promise<void> {
  buildWeb();
  const chromePath = findChromium({ asPeopleHave: true });
  if (chromePath === null) throw new Error('Lighthouse needs a Chromium: set CHROMIUM_PATH.');
  const server = await openServer('embedded', serveWeb);
  const chrome = await launch({ chromePath, chromeFlags: ['--headless', '--no-sandbox'] });
  cleanUpLater(() => chrome.kill());

  const rows: (string | number)[][] = [];
  for (const page of pages) {
    const result = await lighthouse(server.url + page, { port: chrome.port, logLevel: 'error' });
    if (!result) throw new Error(`Lighthouse gave no result for ${page}.`);
    const { lhr } = result;
    const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
    const shown = (audit: string) => lhr.audits[audit]?.displayValue ?? '';
    rows.push([
      page,
      ...categories.map(score),
      shown('largest-contentful-paint'),
      shown('total-blocking-time'),
      shown('cumulative-layout-shift'),
    ]);
    for (const { id, title, score, scoreDisplayMode } of Object.values(lhr.audits)) {
      const isFinding = score !== null && score < 0.9 && scoreDisplayMode !== 'informative';
      if (isFinding) say(`${page.padEnd(10)} ${score.toFixed(2)}  ${id}: ${title}`);
    }
  }
  say('');
  sayTable(
    ['', 'performance', 'accessibility', 'best practices', 'SEO', 'LCP', 'blocking', 'shift'],
    rows,
  );
}
