import type { FastifyRequest } from 'fastify';
import type { Session } from '#server/platform/actor.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';

/** Guards every `administrator` endpoint. Throws 401 for a request without a session. */
export async function requireSession(
  { findSession }: Pick<Deps, 'findSession'>,
  request: FastifyRequest,
): Promise<Session> {
  const session = await findSession(request);
  if (!session) throw new AppError('not_signed_in', 'Please log in to continue.');
  return session;
}
