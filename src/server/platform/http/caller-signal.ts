import type { FastifyReply } from 'fastify';

/** Aborted when the caller leaves before the response was sent: what is only for them can end. */
export function callerSignal({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort();
  });
  if (raw.destroyed) left.abort();
  return left.signal;
}
