import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import type { Assets, DrawDocument } from '#contract/documents.ts';
import { apiDocumentFromSource } from '#server/platform/http/api-reference.ts';
import type { Site } from '#server/site/pages.ts';
import { serveSite, type WebDeps } from '#server/site/serve-web.ts';

const assets: Omit<Assets, 'script'> = { styles: [], fonts: [], islands: {} };

/** Serves the site from source, with changes shown as they are saved: for `npm run dev` only. */
export async function serveWebSource(
  app: FastifyInstance,
  site: Site,
  deps: WebDeps,
): Promise<void> {
  const vite = await createServer({
    server: { middlewareMode: true, ws: { server: app.server } },
    appType: 'custom',
  });
  app.readApiDocument = apiDocumentFromSource;
  app.addHook('onClose', () => vite.close());
  // Vite answers for its own files, and passes on everything else.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' || request.url.startsWith('/api/')) return done();
    vite.middlewares(request.raw, reply.raw, done);
  });
  await serveSite(app, site, deps, {
    draw: async (view, frame) => {
      const { drawDocument } = await vite.ssrLoadModule('/render/render.tsx');
      return (drawDocument as DrawDocument)(view, frame);
    },
    assetsOf: ({ page }) => ({
      ...assets,
      script: page === 'application' ? '/app/dev.ts' : '/page/dev.ts',
    }),
  });
}
