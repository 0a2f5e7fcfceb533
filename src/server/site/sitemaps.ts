import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { needPath, publicPages } from '#contract/pages.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { sharedRead } from '#server/platform/db/shared-read.ts';
import { escapeHtml } from '#server/platform/mail/escape-html.ts';
import { listNeedIds, listNeedMonths } from '#server/publishing/needs/need-months.ts';

/*
 * What search engines read: an index, one map of the site's own pages, and one of the needs of each month in which
 * some were published. So that each response stays small, however many needs there are.
 */

const month = z.string().regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/);

/** Serves the sitemaps. */
export function serveSitemaps(app: FastifyInstance, publicUrl: string, db: Db): void {
  const serve = (path: string, xml: (month: string) => Promise<string | null>) =>
    app.get<{ Params: { month: string } }>(path, async ({ params }, reply) => {
      const body = await xml(params.month);
      if (body === null) return reply.callNotFound();
      return reply.type('application/xml; charset=utf-8').send(body);
    });
  const readMonths = sharedRead(() => listNeedMonths(db));
  serve('/sitemap.xml', async () =>
    mapOf('sitemapindex', 'sitemap', publicUrl, [
      '/sitemaps/pages.xml',
      ...(await readMonths(null)).map((of) => `/sitemaps/needs-${of}.xml`),
    ]),
  );
  serve('/sitemaps/pages.xml', async () => {
    const paths = Object.values(publicPages).map(({ path }) => path);
    return mapOf('urlset', 'url', publicUrl, paths);
  });
  serve('/sitemaps/needs-:month.xml', async (text) => {
    const { data } = month.safeParse(text);
    const ids = data === undefined ? [] : await listNeedIds(db, data);
    return ids.length === 0 ? null : mapOf('urlset', 'url', publicUrl, ids.map(needPath));
  });
}

function mapOf(kind: string, item: string, publicUrl: string, paths: string[]): string {
  const items = paths.map(
    (path) => `  <${item}><loc>${escapeHtml(publicUrl + path)}</loc></${item}>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${items.join('\n')}
</${kind}>
`;
}
