import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Refusal } from '#server/platform/db/column-types.ts';
import { isCollision } from '#server/platform/db/database-errors.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/*
 * Does a request once for each `Idempotency-Key`, with the same response to repeats, refusals included, and once more
 * after a collision with another transaction.
 */

interface KeyedRequest {
  /** The caller's Idempotency-Key; null if none was sent. */
  key: string | null;
  /** Who calls what: the same key of another caller or for another call is a different key. */
  scope: string;
  request: unknown;
}

/**
 * Does the work in a transaction, once for each key, and gives repeats the first response, even if it was a
 * refusal: a caller that was told no, and does not send a new key, must never find out later that the money moved.
 * The response is stored in the transaction of the work, so that neither exists without the other. 422 if the key
 * comes with a different request.
 *
 * Everything that the work does is in its transaction, so one that collided with another has done nothing, and is begun
 * once more, from its first lock on.
 */
export async function oncePerKey<T>(
  db: Db,
  { key, scope, request }: KeyedRequest,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  if (key === null) return againAfterCollision(() => db.transaction().execute(work));
  const requestHash = hashRequest(request);
  const first = await againAfterCollision(() =>
    db.transaction().execute(async (trx): Promise<FirstResponse> => {
      // Concurrent repeats wait here for the first one.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope} ${key}`}, 0))`.execute(
        trx,
      );
      const known = await trx
        .selectFrom('idempotencyKeys')
        .select(['requestHash', 'response', 'refusal'])
        .where('scope', '=', scope)
        .where('key', '=', key)
        .executeTakeFirst();
      if (known) {
        refuseOtherRequest(known.requestHash, requestHash);
        return known;
      }
      const { response, refusal } = await responseOf(trx, work);
      await trx
        .insertInto('idempotencyKeys')
        .values({
          key,
          scope,
          requestHash,
          response: refusal ? null : JSON.stringify(response),
          refusal: refusal && JSON.stringify(refusal),
        })
        .execute();
      return { response, refusal };
    }),
  );
  if (first.refusal) {
    const { code, message, fields } = first.refusal;
    throw new AppError(code, message, fields);
  }
  return first.response as T;
}

async function againAfterCollision<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!isCollision(error)) throw error;
    // Whatever it waited for is over now. Two in a row are a matter for the caller.
    return transaction();
  }
}

interface FirstResponse {
  response: unknown;
  refusal: Refusal | null;
}

/** What the work returns, or why it was refused; a refusal takes back what the work had done until then. */
async function responseOf(trx: Trx, work: (trx: Trx) => Promise<unknown>): Promise<FirstResponse> {
  await sql`savepoint work`.execute(trx);
  try {
    return { response: await work(trx), refusal: null };
  } catch (error) {
    if (!isFinal(error)) throw error;
    await sql`rollback to savepoint work`.execute(trx);
    const { code, message, fields } = error;
    return { response: null, refusal: { code, message, ...(fields && { fields }) } };
  }
}

/** Whether the caller did something wrong; failures of ours and "try again later" may end well next time. */
function isFinal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500 && error.retryAfter === undefined;
}

/** A fingerprint of a validated request body. */
export function hashRequest(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}

/** 422 unless it is the request that the key was first used for. */
export function refuseOtherRequest(knownHash: string, requestHash: string): void {
  if (knownHash !== requestHash) throw keyReused();
}

/** 422 for a key that came with another request. */
export function keyReused(): AppError {
  return new AppError(
    'idempotency_key_reused',
    'This Idempotency-Key was already used for a different request. Send a new one.',
  );
}

/**
 * Forgets the responses about what is gone: those with one of these ids, or that name somebody. A repeat is told so, and
 * still does nothing a second time.
 */
export async function forgetResponses(
  trx: Trx,
  { ids, words = [] }: { ids: string[]; words?: string[] },
): Promise<void> {
  const refusal: Refusal = {
    code: 'not_found',
    message:
      'This was done before and is not done again. Something in its answer has been deleted since.',
  };
  await sql`update idempotency_keys set response = null, refusal = ${JSON.stringify(refusal)}::jsonb
    where response is not null and (
      (may_mention(response::text, ${words}::text[]) and without_words(response, ${words}::text[]) <> response)
      or exists (select from regexp_matches(response::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') as id
        where id[1] = any(${ids}::text[]))
      -- A name in two fields is in no text as a whole.
      or exists (select from jsonb_path_query(response, 'strict $.**') as named
        where searched_form(concat_ws(' ', named ->> 'firstName', named ->> 'lastName')) = any(
          select searched_form(word) from unnest(${words}::text[]) as word)))`.execute(trx);
}
