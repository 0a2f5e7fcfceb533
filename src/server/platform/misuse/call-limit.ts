import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { callerOf, countCall } from '#server/platform/misuse/call-counts.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';

/** Refuses what one address sends too often; all servers on one database count together. */
export function callLimit(
  db: Db,
  config: Config,
  { method, path }: { method: string; path: string },
  most: number,
) {
  const secret = serverSecret(config);
  return async (request: FastifyRequest): Promise<void> => {
    const { calls, secondsLeft } = await countCall(db, {
      name: `${method} ${path}`,
      caller: callerOf(request.ip, secret),
      windowSeconds: 600,
    });
    if (calls <= most) return;
    const message = 'That was too often in a short time. Please try again in a few minutes.';
    throw new AppError('too_many_requests', message, undefined, secondsLeft);
  };
}
