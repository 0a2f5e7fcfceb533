import { describe, expect, test } from 'vitest';
import type { UserId } from '#contract/ids.ts';
import { getSession, login, resetPassword } from '#contract/people/sign-in.ts';
import { createUser, deleteUser, getUser, listUsers, updateUser } from '#contract/people/users.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  anAdministrator,
  aPerson,
  linkToken,
  signIn,
  withoutRights,
} from '#test/support/factories.ts';

const testApp = useTestApp();

/** The body of the user form. */
function aForm() {
  const { firstName, lastName, email } = aPerson();
  return { firstName, lastName, email };
}

const inList = async (id: string) => {
  const { body } = await testApp.call(listUsers, { cookie: await signIn(testApp) });
  return body.find((user) => user.id === id);
};

describe('adding a user', () => {
  test('adds them to the list', async () => {
    const form = aForm();
    const { status, body } = await testApp.call(createUser, {
      cookie: await signIn(testApp),
      body: { ...form, firstName: ` ${form.firstName} ` },
    });
    expect(status).toBe(201);
    expect(body).toEqual({ id: body.id, ...form });
    expect(await inList(body.id)).toMatchObject(body);
  });

  test('invites them: the link in the email sets a password, and then they can log in', async () => {
    const { email, ...names } = aForm();
    await testApp.call(createUser, { cookie: await signIn(testApp), body: { email, ...names } });
    const password = 'Welcome-aboard-1';
    expect((await testApp.call(login, { body: { email, password } })).status).toBe(401);

    const mail = await testApp.inbox.waitFor(email, 'You are invited to help run Everycent');
    const token = linkToken(mail);
    expect(mail.html).toContain(`/auth/reset-password?token=${token}`);
    const reset = await testApp.call(resetPassword, { body: { token, password } });
    expect(reset.status).toBe(200);
    expect((await testApp.call(login, { body: { email, password } })).body).toMatchObject(names);
    const again = await testApp.call(resetPassword, { body: { token, password } });
    expect(again).toMatchObject({ status: 400, error: { code: 'invalid_token' } });
  });

  test.each([
    ['no first name', { firstName: '' }, { firstName: 'Required' }],
    ['no last name', { lastName: ' ' }, { lastName: 'Required' }],
    ['no email', { email: '' }, { email: 'Required' }],
    ['a bad email', { email: 'grace' }, { email: 'Invalid email' }],
  ])('is refused with %s', async (_, part, fields) => {
    const cookie = await signIn(testApp);
    const form = aForm();
    const body = { ...form, ...part };
    const refused = { status: 400, error: { code: 'invalid_input', fields } };
    expect(await testApp.call(createUser, { cookie, body })).toMatchObject(refused);
    const { id } = await anAdministrator(testApp);
    const params = { id };
    expect(await testApp.call(updateUser, { cookie, params, body })).toMatchObject(refused);
    expect(await inList(id)).not.toMatchObject(form);
  });
});

describe('one user', () => {
  test('can be shown', async () => {
    const user = await anAdministrator(testApp);
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(getUser, { cookie, params: { id: user.id } });
    expect(body).toMatchObject(withoutRights(user));
  });

  test('can be renamed, at once', async () => {
    const user = await anAdministrator(testApp);
    const { id, email } = user;
    const body = { id, email, firstName: 'Rear Admiral', lastName: 'Murray' };
    const cookie = await signIn(testApp);
    const answer = await testApp.call(updateUser, { cookie, params: { id: user.id }, body });
    expect(answer).toMatchObject({ status: 200, body });
    expect(await inList(user.id)).toMatchObject(body);
  });

  test('can be deleted, which ends their session with the next call', async () => {
    const user = await anAdministrator(testApp);
    const theirs = await signIn(testApp, user);
    const answer = await testApp.call(deleteUser, {
      cookie: await signIn(testApp),
      params: { id: user.id },
    });
    expect(answer.status).toBe(204);
    expect(await inList(user.id)).toBeUndefined();
    expect((await testApp.call(listUsers, { cookie: theirs })).status).toBe(401);
    expect((await testApp.call(getSession, { cookie: theirs })).body).toBeNull();
  });

  test('returns 404 for an unknown id', async () => {
    const options = { cookie: await signIn(testApp), params: { id: newId<UserId>() } };
    const notFound = { status: 404, error: { code: 'not_found' } };
    expect(await testApp.call(getUser, options)).toMatchObject(notFound);
    expect(await testApp.call(deleteUser, options)).toMatchObject(notFound);
    const update = await testApp.call(updateUser, { ...options, body: aForm() });
    expect(update).toMatchObject(notFound);
  });

  test('cannot delete themselves', async () => {
    const user = await anAdministrator(testApp);
    const answer = await testApp.call(deleteUser, {
      cookie: await signIn(testApp, user),
      params: { id: user.id },
    });
    expect(answer).toMatchObject({ status: 409, error: { code: 'own_account' } });
    expect(await inList(user.id)).toMatchObject(withoutRights(user));
  });
});

describe('an email address belongs to only one user', () => {
  test.each([
    ['as it is', (email: string) => email],
    ['in capitals', (email: string) => email.toUpperCase()],
    ['with surrounding spaces', (email: string) => ` ${email} `],
  ])('%s', async (_, variant) => {
    const { email } = await anAdministrator(testApp);
    const other = await anAdministrator(testApp);
    const cookie = await signIn(testApp);
    const body = { ...aForm(), email: variant(email) };
    const taken = { status: 409, error: { code: 'email_taken' } };
    const created = await testApp.call(createUser, { cookie, body });
    expect(created).toMatchObject(taken);
    expect(created.error.fields?.email).toContain('There is already a user with the address');
    const params = { id: other.id };
    expect(await testApp.call(updateUser, { cookie, params, body })).toMatchObject(taken);
    expect(await inList(other.id)).toMatchObject(withoutRights(other));
  });

  test('and stays theirs when they are edited', async () => {
    const user = await anAdministrator(testApp);
    const answer = await testApp.call(updateUser, {
      cookie: await signIn(testApp),
      params: { id: user.id },
      body: { ...user, email: user.email.toUpperCase() },
    });
    expect(answer.status).toBe(200);
  });
});
