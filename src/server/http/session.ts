import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { CurrentUser } from '#contract/auth.ts';
import type { Config } from '#server/config.ts';
import { violates } from '#server/db/errors.ts';
import type { Db } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { hashToken, newToken } from '#server/security/tokens.ts';

/** A signed-in administrator: who acts in a command. */
export type Administrator = CurrentUser;

// After an hour without a call a session is over, and after a day in any case (OWASP ASVS 7.3).
const idleMinutes = 60;
const absoluteHours = 24;
// "Seen" is written at most once a minute: a write on each call would cost more than it tells.
const seenEverySeconds = 60;

/** Starts a session and puts its cookie on the answer. One that the browser had before ends. */
export async function startSession(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): Promise<void> {
  await endSession(db, config, request, reply);
  const token = newToken();
  await db
    .insertInto('sessions')
    .values({
      tokenHash: hashToken(token),
      userId,
      expiresAt: new Date(Date.now() + absoluteHours * 3_600_000).toISOString(),
    })
    .execute()
    .catch((error) => {
      if (!violates(error, 'sessions_user_id_fkey')) throw error;
      throw new AppError('wrong_credentials', 'This account has just been deleted.');
    });
  reply.setCookie(cookieName(config), token, cookieOptions(config));
}

/** Ends the session of the request, if there is one, here and in the browser. */
export async function endSession(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = request.cookies[cookieName(config)];
  if (!token) return;
  await db.deleteFrom('sessions').where('tokenHash', '=', hashToken(token)).execute();
  reply.clearCookie(cookieName(config), cookieOptions(config));
}

/** Who the request's cookie belongs to, or null. */
export async function findAdministrator(
  db: Db,
  config: Config,
  request: FastifyRequest,
): Promise<Administrator | null> {
  const token = request.cookies[cookieName(config)];
  if (!token) return null;
  const tokenHash = hashToken(token);
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.firstName', 'users.lastName', 'users.email'])
    .select(
      sql<boolean>`sessions.last_seen_at < now() - make_interval(secs => ${seenEverySeconds})`.as(
        'isStale',
      ),
    )
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.expiresAt', '>', sql<string>`now()`)
    .where('sessions.lastSeenAt', '>', sql<string>`now() - make_interval(mins => ${idleMinutes})`)
    .executeTakeFirst();
  if (!found) return null;
  const { isStale, ...administrator } = found;
  if (isStale) {
    await db
      .updateTable('sessions')
      .set({ lastSeenAt: sql<string>`now()` })
      .where('tokenHash', '=', tokenHash)
      .execute();
  }
  return administrator;
}

/** The guard of every `administrator` endpoint. */
export async function requireAdministrator(
  db: Db,
  config: Config,
  request: FastifyRequest,
): Promise<Administrator> {
  const administrator = await findAdministrator(db, config, request);
  if (!administrator) throw new AppError('not_signed_in', 'Please log in to continue.');
  return administrator;
}

function isHttps(config: Config): boolean {
  return config.publicUrl.startsWith('https://');
}

function cookieName(config: Config): string {
  // The prefix makes browsers refuse the cookie from a sister domain; it is only allowed on https.
  return isHttps(config) ? '__Host-session' : 'session';
}

function cookieOptions(config: Config) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) } as const;
}
