import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { findChromium } from '../../scripts/find-chromium.ts';
import { cleanUpLater } from './clean-up.ts';
import { middleAndWorst } from './report.ts';

/** What Lighthouse says about a page: medians of some runs. Scores from 0 to 100, times in milliseconds. */
export interface Audit {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  largestPaint: number;
  blocking: number;
  shift: number;
  /** What could be better, in Lighthouse's words. */
  findings: string[];
}

/** Starts a browser and returns how to audit a page with Lighthouse's mobile profile. */
export async function openLighthouse(): Promise<(url: string, runs: number) => Promise<Audit>> {
  const chromePath = findChromium({ asPeopleHave: true });
  if (chromePath === null) throw new Error('Lighthouse needs a Chromium: set CHROMIUM_PATH.');
  const chrome = await launch({ chromePath, chromeFlags: ['--headless', '--no-sandbox'] });
  cleanUpLater(() => chrome.kill());
  return async (url, runs) => {
    const results: Result[] = [];
    for (let run = 0; run < runs; run++) {
      const result = await lighthouse(url, { port: chrome.port, logLevel: 'error' });
      if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
      results.push(result.lhr);
    }
    return summarize(results);
  };
}

function summarize(results: Result[]): Audit {
  const median = (of: (result: Result) => number | null | undefined) =>
    middleAndWorst(results.map((result) => of(result) ?? 0)).middle;
  const score = (category: string) =>
    Math.round(median(({ categories }) => (categories[category]?.score ?? 0) * 100));
  const value = (audit: string) => median(({ audits }) => audits[audit]?.numericValue);
  const findings = results.flatMap(({ audits }) =>
    Object.values(audits)
      .filter(
        (audit) =>
          audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative',
      )
      .map(({ id, title }) => `${id}: ${title}`),
  );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestPaint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    findings: [...new Set(findings)],
  };
}

/** The columns of a table of audits. */
export const auditColumns = [
  'performance',
  'accessibility',
  'best practices',
  'SEO',
  'LCP, s',
  'blocking, ms',
  'shift',
];

/** One row of it. */
export function auditRow(audit: Audit): (string | number)[] {
  return [
    audit.performance,
    audit.accessibility,
    audit.bestPractices,
    audit.seo,
    (audit.largestPaint / 1000).toFixed(2),
    Math.round(audit.blocking),
    audit.shift.toFixed(3),
  ];
}
