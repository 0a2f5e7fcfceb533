import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/* Serves the API reference as the build has made and compressed it. */

/** The OpenAPI document as it is sent: its bytes by how they are encoded. */
interface ApiDocument {
  etag: string;
  bytes: Record<string, Buffer>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document: that of the build, unless the site is served from source. */
    readApiDocument: () => Promise<ApiDocument>;
  }
}

/** Where `npm run build` puts the OpenAPI document and the files of the page that shows it. */
const buildDir = fileURLToPath(new URL('../../../../dist/api-docs/', import.meta.url));
/** The page's files as they come. Fastify's plugin would serve them, too, but makes the document while it serves. */
export const pageFiles = fileURLToPath(
  new URL('./static/', import.meta.resolve('@fastify/swagger-ui')),
);

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API reference</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/static/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/static/swagger-ui-bundle.js"></script>
<script src="/api/docs/show.js"></script>
</body>
</html>
`;
// Some three hundred endpoints, laid out at once, would keep a slow computer busy for long. No validator: it is on
// another site.
const script = `SwaggerUIBundle({
  url: '/api/docs/json',
  dom_id: '#swagger-ui',
  docExpansion: 'none',
  deepLinking: true,
  filter: true,
  validatorUrl: null,
});
`;

/**
 * The OpenAPI document, generated from the contract, at `/api/docs/json`, and a page that shows it at `/api/docs`. Both
 * were made and compressed by the build: whoever asks, however often, costs no more than the bytes that are sent.
 */
export async function registerApiReference(app: FastifyInstance): Promise<void> {
  app.decorate('readApiDocument', once(readBuilt));
  await app.register(
    async (docs) => {
      docs.addHook('onSend', async (_request, reply) => {
        // About this version of the software, unlike all else below /api/.
        if (reply.statusCode < 400) reply.header('cache-control', 'no-cache');
      });
      docs.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
      docs.get('/show.js', async (_request, reply) =>
        reply.type('text/javascript; charset=utf-8').send(script),
      );
      docs.get('/json', { compress: false }, async (request, reply) => {
        const { etag, bytes } = await app.readApiDocument();
        const accepted = negotiate(request.headers['accept-encoding'] ?? '', Object.keys(bytes));
        const encoding = accepted ?? 'identity';
        // Other bytes, another tag.
        const tag = `"${etag}-${encoding}"`;
        reply.headers({ etag: tag, vary: 'accept-encoding' });
        const known = request.headers['if-none-match']?.split(/\s*,\s*/) ?? [];
        if (known.some((each) => each === '*' || each.replace(/^W\//, '') === tag)) {
          return reply.status(304).send();
        }
        if (encoding !== 'identity') reply.header('content-encoding', encoding);
        return reply.type('application/json; charset=utf-8').send(bytes[encoding]);
      });
      await docs.register(fastifyStatic, {
        root: [buildDir, pageFiles].filter((path) => existsSync(path)),
        prefix: '/static/',
        decorateReply: false,
        index: false,
        cacheControl: false,
        preCompressed: true,
      });
    },
    { prefix: '/api/docs' },
  );
}

async function readBuilt(): Promise<ApiDocument> {
  const file = `${buildDir}openapi.json`;
  const [identity, br, gzip] = await Promise.all(
    [file, `${file}.br`, `${file}.gz`].map((path) => readFile(path)),
  );
  if (!identity || !br || !gzip) throw new Error('The build has no API reference.');
  return { etag: hashOf(identity), bytes: { br, gzip, identity } };
}

/** The document of the contract as it is now, made beside the main thread: for `npm run dev`. */
export const apiDocumentFromSource = once(
  () =>
    new Promise<ApiDocument>((resolve, reject) => {
      const worker = new Worker(new URL('./api-document-thread.ts', import.meta.url));
      worker.once('error', reject);
      worker.once('message', (json: string) => {
        const identity = Buffer.from(json);
        resolve({ etag: hashOf(identity), bytes: { identity } });
      });
    }),
);

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

/** Does a work at the first call only, and again if it failed. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work().catch((error) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}
