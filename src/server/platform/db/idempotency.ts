import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

interface KeyedRequest {
  /** The caller's Idempotency-Key; null if none was sent. */
  key: string | null;
  /** Who calls what: the same key of another caller or for another call is a different key. */
  scope: string;
  request: unknown;
}

/**
 * Does the work once for each key, and returns the first response to repeats. The response is stored in the same
 * transaction as the work, so that neither exists without the other. 422 if the key comes with a different
 * request.
 */
export async function oncePerKey<T>(
  trx: Trx,
  { key, scope, request }: KeyedRequest,
  work: () => Promise<T>,
): Promise<T> {
  if (key === null) return work();
  // Concurrent repeats wait here for the first one.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope} ${key}`}, 0))`.execute(trx);
  const requestHash = hashRequest(request);
  const known = await trx
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'response'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  if (known) {
    refuseOtherRequest(known.requestHash, requestHash);
    return known.response as T;
  }
  const response = await work();
  await trx
    .insertInto('idempotencyKeys')
    .values({ key, scope, requestHash, response: JSON.stringify(response) })
    .execute();
  return response;
}

/** A fingerprint of a validated request body. */
export function hashRequest(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}

/** 422 unless it is the request that the key was first used for. */
export function refuseOtherRequest(knownHash: string, requestHash: string): void {
  if (knownHash === requestHash) return;
  throw new AppError(
    'idempotency_key_reused',
    'This Idempotency-Key was already used for a different request. Send a new one.',
  );
}
