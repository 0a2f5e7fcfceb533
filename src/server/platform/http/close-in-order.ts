import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

// How long requests are still served that a proxy sends here; "not ready" is reported from the start.
const lameDuck = 1_000;
// With a second for the database, this stays below the ten after which a system kills the process.
const longestRequest = 5_000;

/**
 * Makes `close` let everyone finish. Requests that arrive while proxies learn of the shutdown are served with
 * `Connection: close`, and work in progress may finish. Returns whether the shutdown has begun.
 */
export function closeInOrder(app: FastifyInstance): () => boolean {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    if (!app.server.listening) return;
    await sleep(lameDuck);
    setTimeout(() => app.server.closeAllConnections(), longestRequest).unref();
  });
  return () => isClosing;
}
