import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

// With a second for the database, this stays below the ten after which a system kills the process.
const longestRequest = 5_000;

/**
 * Makes `close` let everyone finish. Requests that arrive while proxies learn of the shutdown are served with
 * `Connection: close`, and work in progress may finish. Returns whether the shutdown has begun: "not ready" is reported from
 * that moment, and the port stays open for so many seconds more, in which a proxy can find it out.
 */
export function closeInOrder(app: FastifyInstance, drainSeconds: number): () => boolean {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    if (!app.server.listening) return;
    await sleep(drainSeconds * 1_000);
    setTimeout(() => app.server.closeAllConnections(), longestRequest).unref();
  });
  return () => isClosing;
}
