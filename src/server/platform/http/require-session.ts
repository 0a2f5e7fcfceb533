import type { FastifyRequest } from 'fastify';
import type { SignedInAccess } from '#contract/endpoint.ts';
import { demandRight, notSignedIn, type Session } from '#server/platform/actor.ts';
import type { Deps } from '#server/platform/deps.ts';

/**
 * Guards everything that is not public. Throws 401 for a request without a session, and 403 without the right.
 */
export async function requireSession(
  { findSession }: Pick<Deps, 'findSession'>,
  request: FastifyRequest,
  access: SignedInAccess,
): Promise<Session> {
  const session = await findSession(request);
  if (!session) throw notSignedIn();
  if (access !== 'signed-in') demandRight(session.member, access);
  return session;
}
