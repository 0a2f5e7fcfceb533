import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import { type Site, withHead } from '#server/site/page-head.ts';

/** Serves the web application from source, with changes shown as they are saved: for `npm run dev` only. */
export async function serveWebSource(app: FastifyInstance, site: Site): Promise<void> {
  const vite = await createServer({
    server: { middlewareMode: true, ws: { server: app.server } },
    appType: 'custom',
  });
  app.addHook('onClose', () => vite.close());
  app.setNotFoundHandler((request, reply) => {
    // Without our headers: Vite adds an inline script to the page, which the site itself never does.
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, async () => {
      const path = fileURLToPath(new URL('../../web/index.html', import.meta.url));
      const html = withHead(await readFile(path, 'utf8'), site);
      reply.raw.setHeader('content-type', 'text/html; charset=utf-8');
      reply.raw.end(await vite.transformIndexHtml(request.url, html));
    });
  });
}
