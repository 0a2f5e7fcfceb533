import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import { cookieOptions, hostCookie } from '#server/people/sign-in/cookies.ts';
import { lockAccount } from '#server/people/sign-in/credentials.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';

/*
 * Browsers in which the owner of an account has signed in, whom strangers' guesses do not shut out. Each has a cookie
 * that tells it apart from strangers. It signs nobody in: it only decides which guesses count together, so that those
 * of strangers never shut out the owner of an account.
 */

// How long after the last sign-in.
const knownDays = 90;
// People have fewer. A program that signs in without keeping cookies must not fill the table.
const mostBrowsers = 20;

/** The stored form of the browser's cookie; null if it has none. */
export function browserOf(config: Config, request: FastifyRequest): Buffer | null {
  const token = request.cookies[hostCookie(config, 'browser')];
  return token ? hashToken(token) : null;
}

/** Whether the owner of an account has signed in with this browser, and has not signed out everywhere since. */
export async function isKnownBrowser(
  db: Db,
  account: string,
  browser: Buffer | null,
): Promise<boolean> {
  if (browser === null) return false;
  const known = await db
    .selectFrom('knownBrowsers')
    .innerJoin('users', 'users.id', 'knownBrowsers.userId')
    .select('users.id')
    .where('tokenHash', '=', browser)
    .where(sql`lower(users.email)`, '=', account.trim().toLowerCase())
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirst();
  return known !== undefined;
}

/** Remembers the browser of a request for an account. */
export async function rememberBrowser(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: UserId,
): Promise<void> {
  const token = await db.transaction().execute(async (trx) => {
    // It may just have been deleted.
    if (!(await lockAccount(trx, userId))) return null;
    return addBrowser(trx, userId, browserOf(config, request));
  });
  if (token !== null) setBrowserCookie(config, reply, token);
}

/**
 * Makes a browser known for an account, which is locked. Returns the value of its cookie: a new one each time, so that
 * one that was planted or copied ends with the next sign-in; other accounts that it is known for stay known.
 */
export async function addBrowser(
  trx: Trx,
  userId: UserId,
  previous: Buffer | null,
): Promise<string> {
  const token = newToken();
  const tokenHash = hashToken(token);
  if (previous) {
    await trx
      .updateTable('knownBrowsers')
      .set({ tokenHash })
      .where('tokenHash', '=', previous)
      .execute();
  }
  const expiresAt = sql<string>`now() + make_interval(days => ${knownDays})`;
  await trx
    .insertInto('knownBrowsers')
    .values({ tokenHash, userId, expiresAt })
    .onConflict((conflict) => conflict.columns(['tokenHash', 'userId']).doUpdateSet({ expiresAt }))
    .execute();
  await trx
    .deleteFrom('knownBrowsers')
    .where('userId', '=', userId)
    .where('tokenHash', 'not in', (newest) =>
      newest
        .selectFrom('knownBrowsers')
        .select('tokenHash')
        .where('userId', '=', userId)
        .orderBy('expiresAt', 'desc')
        .limit(mostBrowsers),
    )
    .execute();
  return token;
}

/** Gives the browser the cookie that it is known by. */
export function setBrowserCookie(config: Config, reply: FastifyReply, token: string): void {
  reply.setCookie(hostCookie(config, 'browser'), token, {
    ...cookieOptions(config),
    maxAge: knownDays * 86_400,
  });
}

/** Forgets every browser of an account: from then on they are strangers. */
export async function forgetBrowsers(trx: Trx, userId: UserId): Promise<void> {
  await trx.deleteFrom('knownBrowsers').where('userId', '=', userId).execute();
}
