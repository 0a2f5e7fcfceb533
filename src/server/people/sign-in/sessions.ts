import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { SessionId, UserId } from '#contract/ids.ts';
import { browserName } from '#core/browser-name.ts';
import { type Session, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Config } from '#server/platform/config.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';

// A session ends after an hour without a call, and after a day at the latest (OWASP ASVS 7.3).
const idleMinutes = 60;
const absoluteHours = 24;
// How long a confirmation counts for actions that require a recent one (ASVS 7.5.3).
const recentMinutes = 10;
// "Last seen" is written at most once a minute: writing it at each call would cost more than it is worth.
const seenEverySeconds = 60;

/** Selects the sessions that have not ended. */
export const isAlive = sql<boolean>`sessions.expires_at > now()
  and sessions.last_seen_at > now() - make_interval(mins => ${sql.lit(idleMinutes)})`;

/** Starts a session and sets its cookie on the response. Ends one that the browser had before. */
export async function startSession(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: UserId,
): Promise<void> {
  await endSession(db, config, request, reply);
  const token = newToken();
  const id = newId<SessionId>();
  const browser = browserName(request.headers['user-agent'] ?? '');
  await db
    .transaction()
    .execute(async (trx) => {
      await trx
        .deleteFrom('sessions')
        .where('userId', '=', userId)
        .where(sql<boolean>`not (${isAlive})`)
        .execute();
      await trx
        .insertInto('sessions')
        .values({
          tokenHash: hashToken(token),
          userId,
          id,
          browser,
          // By the clock that it is compared with, even if the database has a different one.
          expiresAt: sql<string>`now() + make_interval(hours => ${absoluteHours})`,
        })
        .execute();
      await recordAudit(trx, {
        actor: userActor({ id: userId }),
        action: 'session.started',
        subjectId: userId,
        after: { browser },
      });
    })
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

/** The session of the request's cookie, or null. */
export async function findSession(
  db: Db,
  config: Config,
  request: FastifyRequest,
): Promise<Session | null> {
  const token = request.cookies[cookieName(config)];
  if (!token) return null;
  const tokenHash = hashToken(token);
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.firstName', 'users.lastName', 'users.email'])
    .select('sessions.id as sessionId')
    .select([
      sql<boolean>`sessions.last_seen_at < now() - make_interval(secs => ${seenEverySeconds})`.as(
        'isStale',
      ),
      sql<boolean>`sessions.confirmed_at > now() - make_interval(mins => ${recentMinutes})`.as(
        'isRecent',
      ),
    ])
    .where('sessions.tokenHash', '=', tokenHash)
    .where(isAlive)
    .executeTakeFirst();
  if (!found) return null;
  const { isStale, isRecent, sessionId, ...administrator } = found;
  if (isStale) {
    await db
      .updateTable('sessions')
      .set({ lastSeenAt: sql<string>`now()` })
      .where('tokenHash', '=', tokenHash)
      .execute();
  }
  return { id: sessionId, administrator, isRecent };
}

function isHttps(config: Config): boolean {
  return config.publicUrl.startsWith('https://');
}

/** The name of the session cookie. */
export function cookieName(config: Config): string {
  // With the prefix, browsers reject the cookie from a sister domain; it is only allowed with https.
  return isHttps(config) ? '__Host-session' : 'session';
}

function cookieOptions(config: Config) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) } as const;
}
