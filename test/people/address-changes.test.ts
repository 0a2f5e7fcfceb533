import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { getAccount } from '#contract/people/account.ts';
import { confirmAddress, stopAddressChange } from '#contract/people/addresses.ts';
import { forgotPassword, getSession, login, resetPassword } from '#contract/people/sign-in.ts';
import {
  cancelAddressChange,
  createUser,
  getUser,
  listUsers,
  updateUser,
} from '#contract/people/users.ts';
import { createAccountToken } from '#server/people/sign-in/account-links.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { auditOf } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  anAdministrator,
  aPerson,
  aTeamMember,
  signIn,
  testPassword,
  withoutRights,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';

const testApp = useTestApp();
const deadLink = { status: 400, error: { code: 'invalid_token' } };
const password = 'Brand-new-password-2';

const ask = async (actor: TeamMember, { id, ...user }: TeamMember, email: string) =>
  testApp.call(updateUser, {
    cookie: await signIn(testApp, actor),
    params: { id },
    body: { ...user, email },
  });
const confirm = (token: string) => testApp.call(confirmAddress, { body: { token } });
const stop = (token: string) => testApp.call(stopAddressChange, { body: { token } });
const canLogIn = async (email: string) =>
  (await testApp.call(login, { body: { email, password: testPassword } })).status === 200;

/** The secret of the link with these words in its address, from a mail. */
async function tokenFrom(address: string, subject: string, path: string): Promise<string> {
  const { text } = await testApp.inbox.waitFor(address, subject);
  const token = new RegExp(`/auth/${path}\\?token=([\\w-]+)`).exec(text ?? '')?.[1];
  if (!token) throw new Error(`No such link in: ${text}`);
  return token;
}
const confirmToken = (email: string) =>
  tokenFrom(email, 'Confirm your new email address', 'confirm-address');
const agreeToken = (email: string) =>
  tokenFrom(email, 'Do you agree to a new email address?', 'confirm-address');

/** Somebody whose new address a colleague has asked for. */
async function aChangeByAColleague() {
  const [colleague, user] = [await anAdministrator(testApp), await anAdministrator(testApp)];
  const { email } = aPerson();
  expect((await ask(colleague, user, email)).status).toBe(200);
  return { colleague, user, email };
}

describe('your own new address', () => {
  test('counts once the link sent to it is opened; until then the old one does', async () => {
    const user = await anAdministrator(testApp);
    const { email } = aPerson();
    const asked = await ask(user, user, email);
    expect(asked).toMatchObject({ status: 200, body: withoutRights(user) });
    expect(Object.keys(asked.body).sort()).toEqual(['email', 'firstName', 'id', 'lastName']);
    expect([await canLogIn(user.email), await canLogIn(email)]).toEqual([true, false]);

    const token = await confirmToken(email);
    expect(await confirm(token)).toMatchObject({
      status: 200,
      body: { message: 'The email address was changed.' },
    });
    expect([await canLogIn(user.email), await canLogIn(email)]).toEqual([false, true]);
    expect(await confirm(token)).toMatchObject(deadLink);
    let told = 0;
    for (const address of [user.email, email]) {
      const mail = await testApp.inbox.waitFor(address, 'Your email address was changed');
      expect(mail.text).toContain(`It was ${user.email} and is ${email} now.`);
      told++;
    }
    recordFigures('A16', { 'mails about a changed address': told });
    expect(await auditOf(testApp, user.id)).toEqual(
      expect.arrayContaining(['user.address_requested', 'user.updated']),
    );
  });

  test('is announced to the old one, where it can be stopped', async () => {
    const user = await anAdministrator(testApp);
    const { email } = aPerson();
    await ask(user, user, email);
    const subject = 'Your email address is about to change';
    const token = await tokenFrom(user.email, subject, 'stop-address-change');
    expect((await stop(token)).status).toBe(200);
    expect(await confirm(await confirmToken(email))).toMatchObject(deadLink);
    expect(await stop(token)).toMatchObject(deadLink);
    expect(await canLogIn(user.email)).toBe(true);
    expect(await auditOf(testApp, user.id)).toContain('user.address_stopped');
  });

  test('is shown until it takes effect, and can be canceled', async () => {
    const user = await anAdministrator(testApp);
    const cookie = await signIn(testApp, user);
    const params = { id: user.id };
    const shown = async () => {
      const users = (await testApp.call(listUsers, { cookie })).body;
      return [
        (await testApp.call(getAccount, { cookie })).body.newEmail,
        (await testApp.call(getUser, { cookie, params })).body.newEmail,
        users.find(({ id }) => id === user.id)?.newEmail,
      ];
    };
    const cancel = () => testApp.call(cancelAddressChange, { cookie, params });
    expect(await shown()).toEqual([null, null, null]);
    // Without a change, there is nothing to do or to record.
    expect((await cancel()).status).toBe(204);
    expect(await auditOf(testApp, user.id)).not.toContain('user.address_stopped');

    const { email } = aPerson();
    await ask(user, user, email);
    expect(await shown()).toEqual([email, email, email]);
    expect((await cancel()).status).toBe(204);
    expect(await shown()).toEqual([null, null, null]);
    expect(await confirm(await confirmToken(email))).toMatchObject(deadLink);
    expect(await auditOf(testApp, user.id)).toContain('user.address_stopped');

    // Nobody can confirm it anymore.
    await ask(user, user, email);
    await testApp.db
      .updateTable('addressChanges')
      .set({ expiresAt: sql<string>`now()` })
      .where('userId', '=', user.id)
      .execute();
    expect(await shown()).toEqual([null, null, null]);
  });

  test('does not name anybody in the mail to an address that may be mistyped', async () => {
    const user = await anAdministrator(testApp);
    const { email } = aPerson();
    await ask(user, user, email);
    const mail = await testApp.inbox.waitFor(email, 'Confirm your new email address');
    for (const word of [user.firstName, user.lastName, user.email]) {
      expect(`${mail.text}${mail.html}`).not.toContain(word);
    }
  });
});

describe("a colleague's new address", () => {
  test.each(['owner first', 'new address first'])(
    'counts once both links are opened: %s',
    async (order) => {
      const { user, email } = await aChangeByAColleague();
      const tokens = [await agreeToken(user.email), await confirmToken(email)];
      const [first = '', second = ''] = order === 'owner first' ? tokens : tokens.reverse();
      expect((await confirm(first)).body.message).toContain('Thank you.');
      expect([await canLogIn(user.email), await canLogIn(email)]).toEqual([true, false]);
      expect((await confirm(second)).body.message).toContain('was changed');
      expect([await canLogIn(user.email), await canLogIn(email)]).toEqual([false, true]);
    },
  );

  test('does not count because a colleague owns it: no account can be taken over', async () => {
    const { user, email } = await aChangeByAColleague();
    // The colleague reads the new mailbox, opens its link as often as they like, and asks for a new password.
    const token = await confirmToken(email);
    expect((await confirm(token)).status).toBe(200);
    expect(await confirm(token)).toMatchObject(deadLink);
    await testApp.call(forgotPassword, { body: { email } });
    await testApp.call(forgotPassword, { body: { email: user.email } });
    await testApp.inbox.waitFor(user.email, 'Reset your password');
    expect((await testApp.inbox.to(email)).map(({ subject }) => subject)).toEqual([
      'Confirm your new email address',
    ]);
    const isChanged = await canLogIn(email);
    recordFigures('A9', { 'addresses changed without their owner': Number(isChanged) });
    expect([await canLogIn(user.email), isChanged]).toEqual([true, false]);
  });

  test('is stopped by the owner, and the mail says who asked', async () => {
    const { colleague, user, email } = await aChangeByAColleague();
    const mail = await testApp.inbox.waitFor(user.email, 'Do you agree');
    expect(mail.text).toContain(
      `${colleague.firstName} ${colleague.lastName} wants to change the email address`,
    );
    const stopToken = await tokenFrom(user.email, 'Do you agree', 'stop-address-change');
    expect((await stop(stopToken)).status).toBe(200);
    for (const token of [await agreeToken(user.email), await confirmToken(email)]) {
      expect(await confirm(token)).toMatchObject(deadLink);
    }
  });

  test('asked for again, ends the links of the first time', async () => {
    const { colleague, user, email } = await aChangeByAColleague();
    const [agreed, confirmed] = [await agreeToken(user.email), await confirmToken(email)];
    const { email: another } = aPerson();
    await ask(colleague, user, another);
    for (const token of [agreed, confirmed]) expect(await confirm(token)).toMatchObject(deadLink);
    // An agreement to one address is none to another.
    expect((await confirm(await confirmToken(another))).status).toBe(200);
    expect(await canLogIn(another)).toBe(false);
  });

  test('changes the name at once', async () => {
    const user = await anAdministrator(testApp);
    const actor = await anAdministrator(testApp);
    const { body } = await ask(actor, { ...user, lastName: 'Murray' }, aPerson().email);
    expect(body).toMatchObject({ ...withoutRights(user), lastName: 'Murray' });
    const shown = await testApp.call(getUser, {
      cookie: await signIn(testApp),
      params: { id: user.id },
    });
    expect(shown.body).toMatchObject({ ...withoutRights(user), lastName: 'Murray' });
  });
});

describe('a link about a new address', () => {
  test('works for 24 hours', async () => {
    const { user, email } = await aChangeByAColleague();
    const late = [await agreeToken(user.email), await confirmToken(email)];
    await testApp.db
      .updateTable('accountTokens')
      .set({ expiresAt: sql<string>`expires_at - interval '24 hours'` })
      .where('userId', '=', user.id)
      .execute();
    for (const token of late) expect(await confirm(token)).toMatchObject(deadLink);
    const stopToken = await tokenFrom(user.email, 'Do you agree', 'stop-address-change');
    expect(await stop(stopToken)).toMatchObject(deadLink);
  });

  test('is stored as a hash, and does only what it is for', async () => {
    const { user, email } = await aChangeByAColleague();
    const token = await confirmToken(email);
    const { rows } = await sql<{ all: string }>`select string_agg(t::text, '') as all
      from account_tokens t`.execute(testApp.db);
    expect(rows[0]?.all).not.toContain(Buffer.from(token).toString('hex'));
    expect(await stop(token)).toMatchObject(deadLink);
    const reset = await testApp.call(resetPassword, { body: { token, password } });
    expect(reset).toMatchObject(deadLink);
    const resetToken = await testApp.db
      .transaction()
      .execute((trx) => createAccountToken(trx, 'reset', user.id));
    expect(await confirm(resetToken)).toMatchObject(deadLink);
  });

  test('used ten times at once works once', async () => {
    const user = await anAdministrator(testApp);
    const { email } = aPerson();
    await ask(user, user, email);
    const token = await confirmToken(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('ends with a new password', async () => {
    const { user, email } = await aChangeByAColleague();
    const token = await testApp.db
      .transaction()
      .execute((trx) => createAccountToken(trx, 'reset', user.id));
    await testApp.call(resetPassword, { body: { token, password } });
    expect(await confirm(await agreeToken(user.email))).toMatchObject(deadLink);
    expect(await confirm(await confirmToken(email))).toMatchObject(deadLink);
  });

  test('ends links to choose a password that were sent to the old address', async () => {
    const user = await anAdministrator(testApp);
    const { email } = aPerson();
    await ask(user, user, email);
    const token = await testApp.db
      .transaction()
      .execute((trx) => createAccountToken(trx, 'reset', user.id));
    await confirm(await confirmToken(email));
    expect(await testApp.call(resetPassword, { body: { token, password } })).toMatchObject(
      deadLink,
    );
  });
});

describe('an address that somebody else has', () => {
  test('is refused when it is asked for', async () => {
    const [user, other] = [await anAdministrator(testApp), await anAdministrator(testApp)];
    const answer = await ask(user, user, other.email.toUpperCase());
    expect(answer).toMatchObject({ status: 409, error: { code: 'email_taken' } });
    expect(await mailsQueuedFor(testApp, other.email)).toBe(0);
  });

  test('is refused when it was given away in the meantime', async () => {
    const user = await anAdministrator(testApp);
    const { phone: _, zip: __, ...somebody } = aPerson();
    await ask(user, user, somebody.email);
    const token = await confirmToken(somebody.email);
    const body = { ...somebody, roles: ['viewer' as const] };
    await testApp.call(createUser, { cookie: await signIn(testApp), body });
    expect(await confirm(token)).toMatchObject({ status: 409, error: { code: 'email_taken' } });
    expect(await canLogIn(user.email)).toBe(true);
  });
});

test('the same address in capitals, or a new name alone, needs no link', async () => {
  const user = await anAdministrator(testApp);
  const email = user.email.toUpperCase();
  expect((await ask(user, user, email)).body.email).toBe(email);
  await ask(user, { ...user, firstName: 'Rear Admiral' }, email);
  expect(await mailsQueuedFor(testApp, user.email)).toBe(0);
  expect(await mailsQueuedFor(testApp, email)).toBe(0);
});

test('somebody who was only invited gets a new invitation at the right address, and the old link dies', async () => {
  const user = await aTeamMember(testApp, 'viewer');
  await testApp.db
    .updateTable('users')
    .set({ passwordHash: null, acceptedAt: null })
    .where('id', '=', user.id)
    .execute();
  const token = await testApp.db
    .transaction()
    .execute((trx) => createAccountToken(trx, 'invitation', user.id));
  const { email } = aPerson();
  const answer = await ask(await anAdministrator(testApp), user, email);
  expect(answer.body).toEqual({ ...withoutRights(user), email });
  await testApp.inbox.waitFor(email, 'You are invited');
  expect(await mailsQueuedFor(testApp, user.email)).toBe(0);
  expect(await testApp.call(resetPassword, { body: { token, password } })).toMatchObject(deadLink);
});

test('an administrator who was removed cannot come back with a link', async () => {
  const { user, email } = await aChangeByAColleague();
  const tokens = [await agreeToken(user.email), await confirmToken(email)];
  await testApp.db.deleteFrom('users').where('id', '=', user.id).execute();
  for (const token of tokens) expect(await confirm(token)).toMatchObject(deadLink);
  expect((await testApp.call(getSession)).body).toBeNull();
});
