import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '#server/platform/config.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';

/*
 * Addresses of copies that are not public yet, for an hour (decision 0064). A picture in a page cannot be asked for
 * with a secret in a body. So whoever has shown the secret gets addresses of copies that work for an hour, each with a
 * mark that only this server can make.
 */

const hour = 3_600_000;

/** Makes marks for copies that may be opened for the next hour. */
export function markCopies(config: Config, now = Date.now()): (key: string) => string {
  const until = now + hour;
  return (key) => `${until}-${signatureOf(config, key, until)}`;
}

/** When a mark for this copy was made; null if it is none of this server, or has ended. */
export function markedAt(config: Config, key: string, mark: string, now = Date.now()): Date | null {
  const [until = '', signature = ''] = mark.split(/-(.*)/s);
  const wanted = Buffer.from(signatureOf(config, key, Number(until)));
  const given = Buffer.from(signature);
  const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
  return isOurs && Number(until) > now ? new Date(Number(until) - hour) : null;
}

function signatureOf(config: Config, key: string, until: number): string {
  return createHmac('sha256', serverSecret(config))
    .update(`copy ${key} until ${until}`)
    .digest('base64url');
}
