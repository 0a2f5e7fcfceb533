import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { toBody } from '#server/platform/http/error-handler.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { type Drawing, loadBuiltDrawing, webBuildDir } from '#server/site/drawing.ts';
import { type Site, servePages } from '#server/site/pages.ts';
import { servePostedForms } from '#server/site/posted-forms.ts';
import { robotsTxt } from '#server/site/robots.ts';
import { serveSitemaps } from '#server/site/sitemaps.ts';
import { serveSpeculationRules } from '#server/site/speculation-rules.ts';

/* Serves the site as it was built. */

/** Where the site gets its data. */
export interface WebDeps {
  db: Db;
  config: Config;
  settings: SettingsStore;
}

/** Serves the built site: its pages, and the files that they load. */
export async function serveWeb(app: FastifyInstance, site: Site, deps: WebDeps): Promise<void> {
  await app.register(fastifyStatic, {
    root: webBuildDir,
    index: false,
    // What the build says about itself is for the server.
    allowedPath: (path) => !path.includes('/.'),
    preCompressed: true,
    // Names under assets/ contain a hash of the content, so the files never change.
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(webBuildDir, 'assets/'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  await serveSite(app, site, deps, await loadBuiltDrawing());
}

/** Serves everything but the files of the web build. */
export async function serveSite(
  app: FastifyInstance,
  site: Site,
  deps: WebDeps,
  drawing: Drawing,
): Promise<void> {
  const pageDeps = { ...deps, site, drawing };
  const pages = await servePages(app, pageDeps);
  await servePostedForms(app, pageDeps, pages);
  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsTxt(site.publicUrl)),
  );
  serveSitemaps(app, site.publicUrl, deps.db);
  serveSpeculationRules(app);
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(api|assets)([/?]|$)/.test(request.url)) {
      const refusal = new AppError('not_found', 'There is nothing at this address.');
      return reply.status(refusal.status).send(toBody(refusal, request));
    }
    return pages
      .sendNotFound(request, reply)
      .catch((error) => pages.sendError(error, request, reply));
  });
}
