import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test, vi } from 'vitest';
import { signOutEverywhere } from '#contract/people/account.ts';
import { createUser, deleteUser } from '#contract/people/users.ts';
import { uploadFileContent } from '#contract/publishing/uploads.ts';
import { uploadOffsetHeader } from '#contract/upload-errors.ts';
import { age } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAcceptedNomination, anAdministrator, aPerson, signIn } from '#test/support/factories.ts';
import { aStartedUpload } from '#test/support/upload.ts';

// Somebody who keeps a request open can send the rest of it when they are no longer an administrator.
const testApp = useTestApp({ own: true });
let port: number;

beforeAll(async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  port = (testApp.app.server.address() as AddressInfo).port;
});

/** Sends the first half of a request, and returns how to send the rest. */
async function hold(path: string, headers: Record<string, string>, body: string | Buffer) {
  const bytes = Buffer.from(body);
  const half = Math.floor(bytes.length / 2);
  const socket = connect(port, '127.0.0.1');
  const answer = text(socket);
  await once(socket, 'connect');
  const arrived = once(testApp.app.server, 'request');
  const lines = Object.entries({
    host: '127.0.0.1',
    connection: 'close',
    'content-length': String(bytes.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(bytes.subarray(0, half));
  await arrived;
  return async () => {
    socket.write(bytes.subarray(half));
    return Number((await answer).split(' ')[1]);
  };
}

/** A new administrator, and half of their request to add another one, which has been let in. */
async function aHeldRequest() {
  const user = await anAdministrator(testApp);
  const cookie = await signIn(testApp, user);
  const { firstName, lastName, email } = aPerson();
  // The early check notes when the session was last seen.
  await age(testApp, cookie, 'lastSeenAt', 5);
  const headers = { cookie, 'content-type': 'application/json' };
  const finish = await hold(
    createUser.path,
    headers,
    JSON.stringify({ firstName, lastName, email }),
  );
  await expect.poll(() => idleSeconds(user.id)).toBeLessThan(60);
  const isCreated = async () =>
    (await testApp.db.selectFrom('users').select('email').execute()).some(
      (row) => row.email === email,
    );
  return { user, cookie, finish, isCreated };
}

async function idleSeconds(userId: string): Promise<number> {
  const rows = await testApp.db.selectFrom('sessions').select(['userId', 'lastSeenAt']).execute();
  const seen = rows.find((row) => row.userId === userId)?.lastSeenAt ?? '';
  return (Date.now() - Date.parse(seen)) / 1000;
}

test('a request of an administrator that takes long to arrive is done', async () => {
  const { finish, isCreated } = await aHeldRequest();
  expect(await finish()).toBe(201);
  expect(await isCreated()).toBe(true);
});

test('an administrator who is removed cannot finish a request that they began before', async () => {
  const { user, finish, isCreated } = await aHeldRequest();
  const removed = await testApp.call(deleteUser, {
    cookie: await signIn(testApp),
    params: { id: user.id },
  });
  expect(removed.status).toBe(204);
  expect(await finish()).toBe(401);
  expect(await isCreated()).toBe(false);
});

test('neither can a browser after "Sign Out Everywhere"', async () => {
  const { cookie, finish, isCreated } = await aHeldRequest();
  expect((await testApp.call(signOutEverywhere, { cookie })).status).toBe(204);
  expect(await finish()).toBe(401);
  expect(await isCreated()).toBe(false);
});

test('a proof must still be recent when the request has arrived', async () => {
  const { cookie, finish, isCreated } = await aHeldRequest();
  await age(testApp, cookie, 'confirmedAt', 11);
  expect(await finish()).toBe(403);
  expect(await isCreated()).toBe(false);
});

test('bytes of a file do not count if their sender was signed out while they arrived', async () => {
  const cookie = await signIn(testApp);
  const id = await aStartedUpload(testApp, await anAcceptedNomination(testApp));
  const put = vi.spyOn(testApp.storage, 'put');
  const finish = await hold(
    uploadFileContent.path.replace(':id', id),
    { cookie, 'content-type': 'application/octet-stream', [uploadOffsetHeader]: '0' },
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4_996)]),
  );
  await expect.poll(() => put).toHaveBeenCalled();
  await testApp.call(signOutEverywhere, { cookie });
  expect(await finish()).toBe(401);
  // The file waits for somebody who may continue.
  const file = await testApp.db
    .selectFrom('files')
    .select(['state', 'uploadedBytes'])
    .where('id', '=', id)
    .executeTakeFirst();
  expect(file).toEqual({ state: 'uploading', uploadedBytes: 0 });
});
