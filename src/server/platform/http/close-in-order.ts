import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

// Who is still sent here by a proxy is answered for so long; "not ready" is answered from the start.
const lameDuck = 1_000;
// Together with a second for the database this stays below the ten after which a system kills.
const longestRequest = 5_000;

/**
 * Makes `close` let everybody finish: requests that come while others learn that we are leaving are answered,
 * with the wish to close the connection, and what has begun may end. Tells whether that time has come.
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
