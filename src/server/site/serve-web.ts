import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import {
  donationPagePath,
  needPath,
  privatePaths,
  publicPages,
  unsubscribePath,
} from '#contract/pages.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { toBody } from '#server/platform/http/error-handler.ts';
import { findNeedHead } from '#server/publishing/needs/queries.ts';
import { robotsTxt, type Site, withHead } from '#server/site/page-head.ts';
import { serveSitemaps } from '#server/site/sitemaps.ts';

/** Where `npm run build` puts the web application. */
export const webBuildDir = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

/** Serves the built web application: its files, and its page at every address of the site. */
export async function serveWeb(app: FastifyInstance, site: Site, db: Db): Promise<void> {
  const read = (file: string) => readFile(join(webBuildDir, file), 'utf8');
  await app.register(fastifyStatic, {
    root: webBuildDir,
    index: false,
    // The pages themselves are served below, with their head.
    allowedPath: (path) => !path.endsWith('.html'),
    preCompressed: true,
    // Names under assets/ contain a hash of the content, so the files never change.
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(webBuildDir, 'assets/'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  const servePage = (path: string, page: string) =>
    app.get(path, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
    );
  for (const [name, page] of Object.entries(publicPages)) {
    servePage(page.path, withHead(await read(`pages/${name}.html`), site, page));
  }
  const withoutDescription = withHead(await read('index.html'), site);
  for (const path of privatePaths) servePage(path, withoutDescription);
  for (const path of [donationPagePath, unsubscribePath]) {
    app.get(path, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        // A link on it must not reveal that a visitor came from a page behind a private link.
        .headers({ 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer' })
        .send(withoutDescription),
    );
  }
  const needPage = await read('pages/need.html');
  app.get<{ Params: { id: string } }>(needPath(':id'), async ({ params }, reply) => {
    const head = await findNeedHead(db, params.id);
    return reply
      .status(head ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(head ? withHead(needPage, site, head) : withoutDescription);
  });
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsTxt(site.publicUrl)),
  );
  serveSitemaps(app, site.publicUrl, db);

  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(api|assets)([/?]|$)/.test(request.url)) {
      const refusal = new AppError('not_found', 'There is nothing at this address.');
      return reply.status(refusal.status).send(toBody(refusal, request));
    }
    // The same page says "not found" in the site's own design.
    return reply
      .status(404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(withoutDescription);
  });
}
