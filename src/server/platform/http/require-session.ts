import type { FastifyRequest } from 'fastify';
import type { SignedInAccess } from '#contract/endpoint.ts';
import {
  demandRight,
  notSignedIn,
  type Session,
  secondFactorMissing,
} from '#server/platform/actor.ts';
import type { Deps } from '#server/platform/deps.ts';

/**
 * Guards everything that is not public. Throws 401 for a request without a session; 403 without the right, and for
 * whoever has to set up a second factor first, except where they do just that.
 */
export async function requireSession(
  { findSession }: Pick<Deps, 'findSession'>,
  request: FastifyRequest,
  access: SignedInAccess,
  withoutSecondFactor = false,
): Promise<Session> {
  const session = await findSession(request);
  if (!session) throw notSignedIn();
  if (session.needsSecondFactor && !withoutSecondFactor) throw secondFactorMissing();
  if (access !== 'signed-in') demandRight(session.member, access);
  return session;
}
