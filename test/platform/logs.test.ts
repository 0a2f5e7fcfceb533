import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createLogger } from '#server/platform/logger.ts';
import { useTestApp } from '#test/support/app.ts';
import { aDonation, sendForm } from '#test/support/attack.ts';
import { aPerson } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp({ own: true });

async function logOf(work: (app: Awaited<ReturnType<typeof buildApp>>) => Promise<unknown>) {
  let log = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  const app = await buildApp(testApp, createLogger('trace', stream));
  await work(app);
  await app.close();
  return log;
}

const secrets = {
  password: 'Canary-password-7',
  token: 'canary-token-in-a-link',
  email: 'canary@example.com',
  card: '4242424242424242',
};

test('what people send is in no log, and no line can be forged', async () => {
  const { email, password, token, card } = secrets;
  const log = await logOf(async (app) => {
    const send = (url: string, body: object) =>
      sendForm(testApp, url, body, { app, headers: { cookie: `session=${token}`, origin: '' } });
    await send('/api/auth/login', { email, password });
    await send('/api/auth/reset-password', { token, password });
    await send('/api/auth/forgot-password', { email });
    await send('/api/contact', { email, message: `My card is ${card}` });
    await send('/api/contact', { email: card, message: '' });
    for (const url of [
      `/auth/reset-password?token=${token}`,
      `/api/causes?x=${card}`,
      `/api/nominations?nominee=${encodeURIComponent(email)}`,
      `/api/x%0d%0a{"level":60,"msg":"forged"}`,
      `/${card}/%E0%A4%A`,
    ]) {
      await app.inject({
        url,
        headers: { 'x-request-id': card, 'user-agent': `${card}\t${email}` },
      });
    }
  });
  const lines = log.trim().split('\n');
  const found = Object.values(secrets).filter((secret) => log.includes(secret));
  recordFigures('A43', { lines: lines.length, 'secrets found': found.length });
  expect(found).toEqual([]);
  expect(log).not.toContain('forged');
  expect(lines.length).toBeGreaterThanOrEqual(9);
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('level');
});

test('a failure of the database is logged without the values to be written', async () => {
  const { email } = secrets;
  const body = { ...(await aDonation(testApp)), email, nominee: 'Maria', description: 'x' };
  const person = { ...body, lastName: `${aPerson().lastName}-canary` };
  await sql`alter table nominations rename column zip to postcode`.execute(testApp.db);
  const log = await logOf(async (app) => {
    const { statusCode, json } = await sendForm(testApp, '/api/nominations', person, { app });
    expect(statusCode).toBe(500);
    expect(json()).toEqual({
      code: 'internal',
      message: 'An unexpected error occurred.',
      requestId: expect.any(String),
    });
  });
  await sql`alter table nominations rename column postcode to zip`.execute(testApp.db);
  expect(log).toContain('An unexpected error occurred.');
  expect(log).toContain('column');
  expect(log).not.toContain('canary');
});

test('a caller who goes away in the middle of a request is no failure of the database', async () => {
  const log = await logOf(async (app) => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const arrived: Promise<IncomingMessage[]> = once(app.server, 'request');
    const head = 'POST /api/contact HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    socket.write(`${head}content-length: 500\r\n\r\n{`);
    const [request] = await arrived;
    const closed = new Promise((resolve) => request?.on('close', resolve));
    socket.resetAndDestroy();
    await closed;
  });
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
});
