import type { FastifyRequest } from 'fastify';
import { notSignedIn, type Session } from '#server/platform/actor.ts';
import type { Deps } from '#server/platform/deps.ts';

/** Guards every `administrator` endpoint. Throws 401 for a request without a session. */
export async function requireSession(
  { findSession }: Pick<Deps, 'findSession'>,
  request: FastifyRequest,
): Promise<Session> {
  const session = await findSession(request);
  if (!session) throw notSignedIn();
  return session;
}
