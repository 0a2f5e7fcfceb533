import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/operations/audit-trail.ts';
import { confirmAccessReview, getAccessReview } from '#contract/people/access-review.ts';
import { updateUser } from '#contract/people/users.ts';
import { remindOfAccessReview } from '#server/people/access-review/commands.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { anAdministrator, aTeamMember, signIn } from '#test/support/factories.ts';

const testApp = useTestApp();

beforeEach(async () => {
  await testApp.db.deleteFrom('users').execute();
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const accepted = (id: string, at: string | null) =>
  testApp.db
    .updateTable('users')
    .set({ acceptedAt: at })
    .where('id', '=', id as never)
    .execute();
const review = async (cookie: string) => (await testApp.call(getAccessReview, { cookie })).body;
const confirm = (cookie: string, fingerprint: string) =>
  testApp.call(confirmAccessReview, { cookie, body: { fingerprint } });
const openAlerts = () =>
  testApp.db
    .selectFrom('alerts')
    .select('path')
    .where('key', '=', 'access-review:due')
    .where('settledAt', 'is', null)
    .execute();

/** An owner and a treasurer who have worked together for this many days. */
async function aTeam(days: number) {
  const owner = await anAdministrator(testApp);
  const treasurer = await aTeamMember(testApp, 'treasurer', 'auditor');
  await accepted(owner.id, daysAgo(500));
  await accepted(treasurer.id, daysAgo(days));
  return { owner, treasurer, cookie: await signIn(testApp, owner) };
}

// The trail is never emptied, so nobody has confirmed anything before these.
describe('when it is due', () => {
  const due = async (cookie: string) => {
    const { dueAt } = await review(cookie);
    return dueAt && Math.round((Date.parse(dueAt) - Date.now()) / 86_400_000);
  };

  test('never for somebody alone, then 90 days after the second person accepted', async () => {
    const owner = await anAdministrator(testApp);
    const cookie = await signIn(testApp, owner);
    expect(await due(cookie)).toBeNull();
    const invited = await anAdministrator(testApp);
    await accepted(invited.id, null);
    expect(await due(cookie)).toBeNull();
    await accepted(invited.id, daysAgo(10));
    await accepted(owner.id, daysAgo(300));
    expect(await due(cookie)).toBe(80);
  });

  test('the owners are told once, until somebody has confirmed', async () => {
    const early = await aTeam(89);
    await remindOfAccessReview(testApp.db, testApp.mailer);
    expect(await openAlerts()).toEqual([]);
    await accepted(early.treasurer.id, daysAgo(91));
    await remindOfAccessReview(testApp.db, testApp.mailer);
    await remindOfAccessReview(testApp.db, testApp.mailer);
    expect(await openAlerts()).toEqual([{ path: '/admin/users/review' }]);
    await testApp.inbox.waitFor(teamEmail, 'Please check who may do what');
    await confirm(early.cookie, (await review(early.cookie)).fingerprint);
    expect(await openAlerts()).toEqual([]);
  });

  test('90 days after the last one', async () => {
    const { cookie } = await aTeam(200);
    await confirm(cookie, (await review(cookie)).fingerprint);
    expect(await due(cookie)).toBe(90);
  });
});

describe('a review', () => {
  test('lists everybody with roles, last sign-in, and second factor', async () => {
    const { owner, treasurer, cookie } = await aTeam(1);
    const { people } = await review(cookie);
    expect(people.map(({ id }) => id).sort()).toEqual([owner.id, treasurer.id].sort());
    expect(people.find(({ id }) => id === treasurer.id)).toMatchObject({
      roles: ['treasurer', 'auditor'],
      secondFactors: [],
      provider: null,
    });
  });

  test('is in the trail with the list, in words', async () => {
    const { owner, cookie } = await aTeam(1);
    const { fingerprint } = await review(cookie);
    const { status, body } = await confirm(cookie, fingerprint);
    expect(status).toBe(200);
    expect(body.last).toEqual({
      at: expect.any(String),
      by: `${owner.firstName} ${owner.lastName}`,
    });
    const trail = await testApp.call(listAudit, { cookie });
    const entry = trail.body.find(({ action }) => action === 'access.reviewed');
    expect(JSON.stringify(entry)).toContain('(Treasurer, Auditor)');
  });

  test('counts once, however often somebody presses, or two owners at the same moment', async () => {
    const { cookie } = await aTeam(1);
    const { fingerprint } = await review(cookie);
    const presses = await Promise.all([1, 2, 3].map(() => confirm(cookie, fingerprint)));
    expect(presses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await confirm(cookie, fingerprint)).toMatchObject({
      status: 409,
      error: { code: 'review_changed' },
    });
  });

  test('is refused if a role has changed since it was shown, and not because somebody signed in', async () => {
    const { treasurer, cookie } = await aTeam(1);
    const shown = await review(cookie);
    await testApp.db.updateTable('users').set({ lastSignedInAt: sql<string>`now()` }).execute();
    expect((await review(cookie)).fingerprint).toBe(shown.fingerprint);
    const { id, firstName, lastName, email } = treasurer;
    const body = { firstName, lastName, email, roles: ['viewer' as const] };
    await testApp.call(updateUser, { cookie, params: { id }, body });
    expect((await confirm(cookie, shown.fingerprint)).status).toBe(409);
    expect((await confirm(cookie, (await review(cookie)).fingerprint)).status).toBe(200);
  });
});
