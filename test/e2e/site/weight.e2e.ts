import { globSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { needPath } from '#contract/pages.ts';
import { createNomination } from '#contract/vetting/nominations.ts';
import { budgets } from '#test/budgets.ts';
import { recordFigures, test } from '#test/support/browser.ts';
import { filesOf, kilobytesOf } from '#test/support/page-weight.ts';
import { aProvenNeed } from '#test/support/proven-need.ts';

test('no public page outgrows its budget of script, style, and fonts, calls another site, or sets a cookie', async ({
  browser,
  site,
}) => {
  const need = await aProvenNeed(site);
  const outgrown: string[] = [];
  const elsewhere: string[] = [];
  const cookies: string[] = [];
  for (const [path, budget] of Object.entries(budgets.pages)) {
    // In a context of its own, nothing is in the cache.
    const context = await browser.newContext({ viewport: { width: 375, height: 812 } });
    context.on('request', (request) => {
      const { protocol, origin, href } = new URL(request.url());
      if (/^(?:http|ws)/.test(protocol) && origin !== site.url) elsewhere.push(href);
    });
    const files = await filesOf(
      await context.newPage(),
      site.url + path.replace('/impact/…', needPath(need.id)),
    );
    cookies.push(...(await context.cookies()).map(({ name }) => `${name} on ${path}`));
    await context.close();
    expect(files.length, path).toBeGreaterThan(0);
    const weight = {
      script: kilobytesOf(files, 'script'),
      style: kilobytesOf(files, 'stylesheet'),
      fonts: kilobytesOf(files, 'font'),
    };
    for (const [kind, most] of Object.entries(budget)) {
      const has = weight[kind as keyof typeof weight];
      if (Number(has.toFixed(1)) > most)
        outgrown.push(`${path}: ${has.toFixed(1)} kB of ${kind}, at most ${most}`);
    }
  }
  recordFigures('P8', {
    'public pages opened': Object.keys(budgets.pages).length,
    'requests to other sites': elsewhere.length,
    'cookies for visitors': cookies.length,
  });
  expect([outgrown, elsewhere, cookies]).toEqual([[], [], []]);
  // What only the team reads of a call that anybody makes.
  const { summary, records } = createNomination;
  const words = [summary, ...Object.values(records)];
  const scripts = globSync('dist/web/assets/*.js').filter((path) =>
    words.some((text) => readFileSync(path, 'utf8').includes(text)),
  );
  expect(scripts).toEqual([expect.stringContaining('audit-trail-page')]);
});
