import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  type Count,
  callerOf,
  countCall,
  networksInSite,
  siteCallerOf,
} from '#server/platform/misuse/call-counts.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';

/* Limits on calls from one network. */

/*
 * What counts as card testing, when a network meets a challenge and what it costs, how many mails strangers can cause,
 * and how much looser a trial is.
 */

/** How many times looser the limits on calls are during a trial. */
export const testModeFactor = 10;

const windowSeconds = 600;
// How long a network that was refused is refused without counting, in seconds: what is repeated all the time must
// not cost a write each time.
const rememberedSeconds = 30;
const mostRemembered = 50_000;

/** A call as far as limits see it. */
type Call = Pick<FastifyRequest, 'ip' | 'headers'>;

/**
 * Refuses what one network sends too often, and returns how many calls it has made in ten minutes; all servers on one
 * database count together. The networks of one IPv6 site count together, too. Calls that are counted apart have a limit
 * of their own, as high as that of the others.
 */
export function callLimit(
  db: Db,
  config: Config,
  { method, path }: { method: string; path: string },
  most: number,
  isCountedApart: (call: Call) => boolean = () => false,
) {
  const secret = serverSecret(config);
  const refusedUntil = new Map<string, number>();

  const keyOf = (name: string, caller: Buffer) => name + caller.toString('latin1');

  function refuseRemembered(name: string, caller: Buffer): void {
    const refused = refusedUntil.get(keyOf(name, caller));
    if (refused !== undefined && refused > Date.now()) {
      throw tooOften(Math.ceil((refused - Date.now()) / 1000));
    }
  }

  async function count(name: string, caller: Buffer, allowed: number): Promise<number> {
    const { calls, secondsLeft }: Count = await countCall(db, { name, caller, windowSeconds });
    if (calls <= allowed) return calls;
    if (refusedUntil.size >= mostRemembered) refusedUntil.clear();
    refusedUntil.set(
      keyOf(name, caller),
      Date.now() + Math.min(secondsLeft, rememberedSeconds) * 1000,
    );
    throw tooOften(secondsLeft);
  }

  return async (call: Call): Promise<number> => {
    const name = `${method} ${path}${isCountedApart(call) ? ' (apart)' : ''}`;
    const network = callerOf(call.ip, secret);
    const site = siteCallerOf(call.ip, secret);
    // Both before counting: each call from a refused site may come from a network that is new.
    refuseRemembered(name, network);
    if (site !== null) refuseRemembered(name, site);
    const calls = await count(name, network, most);
    if (site === null) return calls;
    const callsOfSite = await count(name, site, most * networksInSite);
    return Math.max(calls, Math.ceil(callsOfSite / networksInSite));
  };
}

function tooOften(seconds: number): AppError {
  const message = 'That was too often in a short time. Please try again in a few minutes.';
  return new AppError('too_many_requests', message, undefined, seconds);
}
