import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import type { SiteInfo } from '#contract/site.ts';
import { withSiteInfo } from '#server/http/serve-web.ts';

/** Serves the web application from source, with changes shown as they are saved: for `npm run dev` only. */
export async function serveWebSource(app: FastifyInstance, site: SiteInfo): Promise<void> {
  const vite = await createServer({
    server: { middlewareMode: true, ws: { server: app.server } },
    appType: 'custom',
  });
  app.addHook('onClose', () => vite.close());
  // Vite puts an inline script into the page, which the site itself never does.
  app.addHook('onSend', async (_request, reply) => {
    reply.removeHeader('content-security-policy');
  });
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, async () => {
      const path = fileURLToPath(new URL('../../web/index.html', import.meta.url));
      const html = withSiteInfo(await readFile(path, 'utf8'), site);
      reply.raw.setHeader('content-type', 'text/html; charset=utf-8');
      reply.raw.end(await vite.transformIndexHtml(request.url, html));
    });
  });
}
