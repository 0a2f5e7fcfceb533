import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { SessionId, UserId } from '#contract/ids.ts';
import type { CurrentUser } from '#contract/people/sign-in.ts';
import { browserName } from '#core/people/browser-name.ts';
import { cookieOptions, hostCookie, isHttps } from '#server/people/sign-in/cookies.ts';
import {
  type Credentials,
  lockIfUnchanged,
  secondFactorOf,
  wrongCredentials,
} from '#server/people/sign-in/credentials.ts';
import { addBrowser, browserOf, setBrowserCookie } from '#server/people/sign-in/known-browsers.ts';
import { type Session, type TeamMember, userActor, withRights } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Config } from '#server/platform/config.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

/*
 * How long a session lasts (60 minutes idle, 24 hours in all), how long a confirmation counts, and what may be moved
 * without one.
 */

// A session ends after an hour without a call, and after a day at the latest (OWASP ASVS 7.3).
const idleMinutes = 60;
const absoluteHours = 24;
// How long a confirmation counts for actions that require a recent one (ASVS 7.5.3).
const recentMinutes = 10;
// "Last seen" is written at most once a minute: writing it at each call would cost more than it is worth.
const seenEverySeconds = 60;

/** What a provider of OpenID Connect vouches for. */
export interface Vouched {
  factors: 1 | 2;
  /** Whether it has just asked who it is, so that it counts as a recent confirmation, as a password does. */
  isAnew: boolean;
}

/** Selects the sessions that have not ended. */
export const isAlive = sql<boolean>`sessions.expires_at > now()
  and sessions.last_seen_at > now() - make_interval(mins => ${sql.lit(idleMinutes)})`;

/**
 * Starts a session, sets its cookie on the response, and remembers the browser. Ends one that it had before. 401 if the
 * password or the second factor has changed since it was checked.
 */
export async function startSession(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  checked: Credentials,
  vouched: Vouched | null = null,
): Promise<void> {
  await endSession(db, config, request, reply);
  const tokens = await db.transaction().execute(async (trx) => {
    if (!(await lockIfUnchanged(trx, checked))) throw wrongCredentials();
    return {
      session: await addSession(trx, request, checked, vouched),
      browser: await addBrowser(trx, checked.userId, browserOf(config, request)),
    };
  });
  reply.setCookie(hostCookie(config, 'session'), tokens.session, cookieOptions(config));
  forgetLoadedPages(config, reply);
  setBrowserCookie(config, reply, tokens.browser);
}

/** Adds a session and removes those that have ended. Returns the value of its cookie. */
async function addSession(
  trx: Trx,
  request: FastifyRequest,
  { userId }: Credentials,
  vouched: Vouched | null,
): Promise<string> {
  const token = newToken();
  const browser = browserName(request.headers['user-agent'] ?? '');
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
      id: newId<SessionId>(),
      browser,
      providerFactors: vouched?.factors ?? null,
      ...(vouched?.isAnew === false && { confirmedAt: sql<string>`to_timestamp(0)` }),
      // By the clock that it is compared with, even if the database has a different one.
      expiresAt: sql<string>`now() + make_interval(hours => ${absoluteHours})`,
    })
    .execute();
  await trx
    .updateTable('users')
    .set({ lastSignedInAt: sql<string>`now()` })
    .where('id', '=', userId)
    .execute();
  await recordAudit(trx, {
    actor: userActor({ id: userId }),
    action: 'session.started',
    subjectId: userId,
    after: { browser },
  });
  return token;
}

/** Ends the session of the request, if there is one, here and in the browser. */
export async function endSession(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = request.cookies[hostCookie(config, 'session')];
  if (!token) return;
  await db.deleteFrom('sessions').where('tokenHash', '=', hashToken(token)).execute();
  reply.clearCookie(hostCookie(config, 'session'), cookieOptions(config));
  forgetLoadedPages(config, reply);
}

/** Pages that the browser has loaded early are drawn for who was signed in before. */
function forgetLoadedPages(config: Config, reply: FastifyReply): void {
  // Browsers refuse it without https, with a message in the console.
  if (isHttps(config)) reply.header('clear-site-data', '"prefetchCache"');
}

/**
 * The session of the request's cookie, or null. While everybody needs a second factor, one that a provider has vouched
 * for with a single one has ended, and whoever has none has no rights.
 */
export async function findSession(
  db: Db,
  config: Config,
  settings: SettingsStore,
  request: FastifyRequest,
): Promise<Session | null> {
  const token = request.cookies[hostCookie(config, 'session')];
  if (!token) return null;
  const tokenHash = hashToken(token);
  const { isSecondFactorRequired } = settings.current();
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.firstName', 'users.lastName', 'users.email', 'users.roles'])
    .select(['sessions.id as sessionId', 'providerFactors'])
    .select([
      sql<boolean>`sessions.last_seen_at < now() - make_interval(secs => ${seenEverySeconds})`.as(
        'isStale',
      ),
      sql<boolean>`sessions.confirmed_at > now() - make_interval(mins => ${recentMinutes})`.as(
        'isRecent',
      ),
      sql<boolean>`${secondFactorOf} is not null`.as('hasSecondFactor'),
    ])
    .where('sessions.tokenHash', '=', tokenHash)
    .where(isAlive)
    .executeTakeFirst();
  if (!found) return null;
  const { isStale, isRecent, hasSecondFactor, sessionId, providerFactors, ...person } = found;
  if (isSecondFactorRequired && providerFactors === 1) return null;
  if (isStale) {
    await db
      .updateTable('sessions')
      .set({ lastSeenAt: sql<string>`now()` })
      .where('tokenHash', '=', tokenHash)
      .execute();
  }
  const needsSecondFactor = isSecondFactorRequired && !hasSecondFactor && providerFactors === null;
  const member = withRights(person);
  return {
    id: sessionId,
    member: needsSecondFactor ? { ...member, allowed: [] } : member,
    hasSecondFactor,
    needsSecondFactor,
    isRecent,
  };
}

/** Who has just signed in, for their browser. */
export function newcomer(
  settings: SettingsStore,
  member: TeamMember,
  { secondFactor }: Credentials,
): CurrentUser {
  const needsSecondFactor = settings.current().isSecondFactorRequired && secondFactor === null;
  return { ...member, allowed: needsSecondFactor ? [] : member.allowed, needsSecondFactor };
}

/** Notes that the administrator has just proved who they are. */
export async function confirmSession(db: Db, { id }: Session): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmedAt: sql<string>`now()`, unprovenCents: 0 })
    .where('id', '=', id)
    .execute();
}

/**
 * Whether cents may be moved in this session without a recent confirmation. They count together, so that a large sum
 * in small parts needs one, too.
 */
export async function mayMoveUnproven(
  db: Db,
  { id }: Session,
  cents: number,
  allowedCents: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ unprovenCents: sql<number>`unproven_cents + ${cents}` })
    .where('id', '=', id)
    .where(sql<boolean>`unproven_cents + ${cents} <= ${allowedCents}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the sessions of somebody but this one. */
export async function endOtherSessions(
  trx: Trx,
  userId: UserId,
  sessionId: SessionId,
): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '<>', sessionId)
    .execute();
}
