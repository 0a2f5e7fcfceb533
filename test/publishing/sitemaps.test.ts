import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NominationId } from '#contract/ids.ts';
import { buildApp } from '#server/app.ts';
import { unpublish } from '#server/publishing/public-pages/commands.ts';
import { serveSitemaps } from '#server/site/sitemaps.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator } from '#test/support/factories.ts';
import { aPublishedNeed } from '#test/support/proof.ts';

const testApp = useTestApp();
let site: Awaited<ReturnType<typeof buildApp>>;

beforeAll(async () => {
  site = await buildApp(testApp, pino({ level: 'silent' }));
  serveSitemaps(site, 'https://give.example', testApp.db);
});
afterAll(() => site.close());

async function addressesIn(url: string): Promise<string[]> {
  const { body, statusCode, headers } = await site.inject({ url });
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  return [...body.matchAll(/<loc>https:\/\/give\.example([^<]+)<\/loc>/g)].map(
    ([, path]) => path ?? '',
  );
}

async function aNeedOf(moment: string): Promise<NominationId> {
  const id = await aPublishedNeed(testApp);
  await testApp.db
    .updateTable('publicPages')
    .set({ publishedAt: moment })
    .where('nominationId', '=', id)
    .execute();
  return id;
}

test('the index lists each month with published needs, and its map lists them', async () => {
  const last = await aNeedOf('2025-11-30T23:59:59.999Z');
  const first = await aNeedOf('2025-11-01T00:00:00.000Z');
  const before = await aNeedOf('2025-10-31T23:59:59.999Z');
  const long = await aNeedOf('2023-02-10T12:00:00.000Z');
  const months = (await addressesIn('/sitemap.xml')).filter((path) => path.includes('needs-202'));
  expect(months).toEqual([
    '/sitemaps/needs-2025-11.xml',
    '/sitemaps/needs-2025-10.xml',
    '/sitemaps/needs-2023-02.xml',
  ]);
  expect(await addressesIn('/sitemaps/needs-2025-11.xml')).toEqual([
    `/impact/${last}`,
    `/impact/${first}`,
  ]);
  expect(await addressesIn('/sitemaps/needs-2025-10.xml')).toEqual([`/impact/${before}`]);

  await unpublish(testApp.db, await anAdministrator(testApp), long);
  expect(await addressesIn('/sitemap.xml')).not.toContain('/sitemaps/needs-2023-02.xml');
});

test.each(['2023-02', '2024-01', '2025-13', '25-1', '2025-11%27', 'x'.repeat(500)])(
  'there is no map of %s',
  async (month) => {
    const { statusCode } = await site.inject({ url: `/sitemaps/needs-${month}.xml` });
    expect(statusCode).toBe(404);
  },
);
