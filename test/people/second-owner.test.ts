import { describe, expect, test } from 'vitest';
import { listAlerts } from '#contract/operations/alerts.ts';
import { listSettingsVersions, saveSettings } from '#contract/operations/settings.ts';
import { getApprovalRule } from '#contract/people/approvals.ts';
import { resetPassword } from '#contract/people/sign-in.ts';
import { createUser, deleteUser, type User, updateUser } from '#contract/people/users.ts';
import type { Role } from '#core/people/rights.ts';
import { useTestApp } from '#test/support/app.ts';
import { aPerson, aTeamMember, linkToken, signIn, testPassword } from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';

/** Whether approvals are on, of a charity with one owner, and how somebody else joins. */
function useCharity() {
  const testApp = useTestApp();

  /** Whoever may invite: an owner who is the only one at first. */
  const anOwner = async () => signIn(testApp, await aTeamMember(testApp, 'owner'));

  /** Invites somebody; the secret of the link that they get. */
  async function invite(cookie: string, ...roles: Role[]) {
    const { firstName, lastName, email } = aPerson();
    const body = { firstName, lastName, email, roles };
    const { status, body: user } = await testApp.call(createUser, { cookie, body });
    expect(status).toBe(201);
    const token = linkToken(await testApp.inbox.waitFor(email, 'You are invited'));
    return { email, token, user: user as User };
  }

  async function accept(token: string) {
    const body = { token, password: testPassword };
    expect((await testApp.call(resetPassword, { body })).status).toBe(200);
  }

  const fourEyes = async () => (await testApp.settings.read(testApp.db)).fourEyes;
  return { testApp, anOwner, invite, accept, fourEyes };
}

describe('a second owner who accepts the invitation', () => {
  const { testApp, anOwner, invite, accept, fourEyes } = useCharity();

  test('switches approvals by a second person on, once', async () => {
    const cookie = await anOwner();
    await accept((await invite(cookie, 'treasurer', 'viewer')).token);
    const owner = await invite(cookie, 'owner');
    const rule = async () => (await testApp.call(getApprovalRule, { cookie })).body;
    expect(await rule()).toMatchObject({ isOn: false, startsWithSecondOwner: true });
    const old = await testApp.settings.read(testApp.db);
    const body = { ...old, fourEyes: { ...old.fourEyes, isOn: true } };
    const alone = await testApp.call(saveSettings, { cookie, body });
    expect(alone).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
    expect(alone.error?.fields?.fourEyes).toContain('two owners who can sign in');
    expect(await fourEyes()).toMatchObject({ isOn: false });

    await accept(owner.token);
    expect(await fourEyes()).toMatchObject({ isOn: true });
    const mail = await testApp.inbox.waitFor(owner.email, 'A second person approves from now on');
    expect(mail.text).toContain('above $500.00 per person and day');
    expect(await rule()).toMatchObject({ isOn: true, startsWithSecondOwner: false });
    expect((await testApp.call(listAlerts, { cookie })).body).toMatchObject([
      {
        title: 'A second person approves from now on',
        message: expect.stringContaining('above $500.00'),
        endsByItself: false,
      },
    ]);
    const [version] = (await testApp.call(listSettingsVersions, { cookie, query: {} })).body;
    expect(version).toMatchObject({
      actor: 'The system',
      changes: [{ field: 'Some things take a second person', before: 'No', after: 'Yes' }],
    });

    // From then on it is for the owners to decide.
    await changeSettings(testApp, { fourEyes: { ...(await fourEyes()), isOn: false } });
    const third = await invite(cookie, 'owner');
    await accept(third.token);
    expect(await fourEyes()).toMatchObject({ isOn: false });
    for (const { user } of [owner, third]) {
      await testApp.call(deleteUser, { cookie, params: { id: user.id } });
    }
    expect(await rule()).toMatchObject({ isOn: false, startsWithSecondOwner: false });
  });
});

describe('somebody who becomes the second owner', () => {
  const { testApp, anOwner, invite, accept, fourEyes } = useCharity();

  test('switches it on as well', async () => {
    const cookie = await anOwner();
    const { token, user } = await invite(cookie, 'viewer');
    await accept(token);
    expect(await fourEyes()).toMatchObject({ isOn: false });
    const { id, ...person } = user;
    const body = { ...person, roles: ['owner' as const] };
    expect((await testApp.call(updateUser, { cookie, params: { id }, body })).status).toBe(200);
    expect(await fourEyes()).toMatchObject({ isOn: true });
  });
});
