import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/platform/errors.ts';

/**
 * Refuses a state-changing call that a page of another site made a browser send (CSRF). Browsers send the origin
 * of a call; a client that does not is not a browser, and does not automatically send anyone's cookie.
 */
export function refuseForeignOrigins(app: FastifyInstance, publicUrl: string): void {
  const ownOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS')
      return;
    if (isForeign(request, ownOrigin)) {
      throw new AppError(
        'wrong_origin',
        'This request came from another website, so we refused it.',
      );
    }
  });
}

function isForeign({ headers, protocol, host }: FastifyRequest, ownOrigin: string): boolean {
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  const { origin } = headers;
  return origin !== undefined && origin !== ownOrigin && origin !== `${protocol}://${host}`;
}
