import type { UserId } from '#contract/ids.ts';
import { startSecondFactor, turnOnSecondFactor } from '#contract/people/account.ts';
import type { Session, TeamMember } from '#server/platform/actor.ts';
import { hashToken } from '#server/platform/security/tokens.ts';
import type { TestApp } from '#test/support/app.ts';
import { codeOf } from '#test/support/authenticator.ts';
import { anAdministrator, signIn } from '#test/support/factories.ts';

/** A signed-in administrator with two-factor sign-in, and the secret of their app. */
export async function anAdministratorWithAnApp(testApp: TestApp) {
  const user = await anAdministrator(testApp);
  const cookie = await signIn(testApp, user);
  const { body: started } = await testApp.call(startSecondFactor, { cookie });
  const { secret } = started;
  const { body } = await testApp.call(turnOnSecondFactor, {
    cookie,
    body: { code: codeOf(secret) },
  });
  await forgetUsedCodes(testApp, user);
  return { user, cookie, secret, recoveryCodes: body.recoveryCodes };
}

/** A session of an administrator who is signed in. */
export async function sessionOf({ db }: TestApp, member: TeamMember): Promise<Session> {
  const { id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', member.id)
    .executeTakeFirstOrThrow();
  return { id, member, isRecent: true, hasSecondFactor: false, needsSecondFactor: false };
}

/** As if half a minute had passed since the last code was used. */
export async function forgetUsedCodes({ db }: TestApp, user: TeamMember): Promise<void> {
  await db
    .updateTable('secondFactors')
    .set({ lastStep: 0 })
    .where('userId', '=', user.id)
    .execute();
}

/** As if minutes had passed since one of a session's moments. */
export async function age(
  { db }: TestApp,
  cookie: string,
  column: 'lastSeenAt' | 'expiresAt' | 'confirmedAt',
  minutesAgo: number,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ [column]: new Date(Date.now() - minutesAgo * 60_000).toISOString() })
    .where('tokenHash', '=', hashToken(cookie.split('=')[1] ?? ''))
    .execute();
}

/** What the audit trail says about an account, oldest first. */
export async function auditOf({ db }: TestApp, userId: UserId): Promise<string[]> {
  const entries = await db
    .selectFrom('auditEntries')
    .select('action')
    .where('subjectId', '=', userId)
    .orderBy('id')
    .execute();
  return entries.map(({ action }) => action);
}
