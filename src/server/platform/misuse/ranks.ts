import type { FastifyRequest } from 'fastify';
import { callerOf } from '#server/platform/misuse/call-counts.ts';

/* How many calls a network made lately, for the order of turns. */

const rankedMinutes = 10;
const mostRanked = 100_000;

/**
 * Returns how to number the calls of each network, for the order of their turns. Counted in the memory of this process,
 * because the order of calls must cost nothing; limits are counted in the database.
 */
export function rankCallers(secret: Buffer): (call: Pick<FastifyRequest, 'ip'>) => number {
  const ranks = new Map<string, { calls: number; until: number }>();
  return ({ ip }) => {
    const network = callerOf(ip, secret).toString('latin1');
    const now = Date.now();
    const known = ranks.get(network);
    if (known && known.until > now) return ++known.calls;
    if (ranks.size >= mostRanked) ranks.clear();
    ranks.set(network, { calls: 1, until: now + rankedMinutes * 60_000 });
    return 1;
  };
}
