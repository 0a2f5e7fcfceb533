import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { privatePaths, publicPages } from '#contract/pages.ts';
import { AppError } from '#server/http/app-error.ts';
import { toBody } from '#server/http/error-handler.ts';
import { robotsTxt, type Site, sitemapXml, withHead } from '#server/http/page-head.ts';

/** Where `npm run build` puts the web application. */
export const webBuildDir = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

/** Serves the built web application: its files, and its page at every address of the site. */
export async function serveWeb(app: FastifyInstance, site: Site): Promise<void> {
  const html = await readFile(join(webBuildDir, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: webBuildDir,
    index: false,
    // Names under assets/ carry a hash of their content, so they never change.
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(webBuildDir, 'assets/'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  const servePage = (path: string, page: string) =>
    app.get(path, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
    );
  for (const page of Object.values(publicPages)) servePage(page.path, withHead(html, site, page));
  const withoutDescription = withHead(html, site);
  for (const path of privatePaths) servePage(path, withoutDescription);
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsTxt(site.publicUrl)),
  );
  app.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemapXml(site.publicUrl)),
  );

  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(api|assets)([/?]|$)/.test(request.url)) {
      const refusal = new AppError('not_found', 'There is nothing at this address.');
      return reply.status(refusal.status).send(toBody(refusal, request));
    }
    // The same page shows that there is nothing, in the site's own look.
    return reply
      .status(404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(withoutDescription);
  });
}
