import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type SiteInfo, siteInfoElementId } from '#contract/site.ts';
import { escapeHtml } from '#server/html.ts';
import { AppError } from '#server/http/app-error.ts';
import { toBody } from '#server/http/error-handler.ts';

/** Where `npm run build` puts the web application. */
export const webBuildDir = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

/** Serves the built web application: its files, and its page for every address that is not a file. */
export async function serveWeb(app: FastifyInstance, site: SiteInfo): Promise<void> {
  const page = withSiteInfo(await readFile(join(webBuildDir, 'index.html'), 'utf8'), site);
  await app.register(fastifyStatic, {
    root: webBuildDir,
    index: false,
    // Names under assets/ carry a hash of their content, so they never change.
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(webBuildDir, 'assets/'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const sendPage = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  // The folder itself is no file, so it needs a route of its own.
  app.get('/', async (_request, reply) => sendPage(reply));
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(api|assets)([/?]|$)/.test(request.url)) {
      const refusal = new AppError('not_found', 'There is nothing at this address.');
      return reply.status(refusal.status).send(toBody(refusal, request));
    }
    return sendPage(reply);
  });
}

/** Writes the charity's name and settings into the page, so that it needs no call to show them. */
export function withSiteInfo(html: string, site: SiteInfo): string {
  // "<" as an escape: no value can end the element.
  const json = JSON.stringify(site).replaceAll('<', '\\u003c');
  return html
    .replace(
      '<!--site-info-->',
      () => `<script type="application/json" id="${siteInfoElementId}">${json}</script>`,
    )
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(site.name)}</title>`);
}
