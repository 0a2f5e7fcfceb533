import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/platform/errors.ts';

/** Lets only programs call that send a secret of the configuration, given by its name there. */
export function requireToken(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  secret: Record<string, string>,
): void {
  for (const [name, token] of Object.entries(secret)) {
    // The name of the scheme may be written in any case.
    const given = (headers.authorization ?? '').replace(/^bearer +/i, 'Bearer ');
    if (isSame(given, `Bearer ${token}`)) continue;
    reply.header('www-authenticate', 'Bearer');
    throw new AppError('not_signed_in', `This requires the token set in ${name}.`);
  }
}

/** Takes the same time no matter where they differ. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
