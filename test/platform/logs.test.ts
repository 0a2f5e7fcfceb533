import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getSampleReceipt } from '#contract/operations/settings.ts';
import { buildApp } from '#server/app.ts';
import { createLogger } from '#server/platform/logger.ts';
import { useTestApp } from '#test/support/app.ts';
import { aDonation, sendForm } from '#test/support/attack.ts';
import { aPerson, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { receiptSettings } from '#test/support/receipts.ts';

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
  expect(errorsIn(log)).toEqual([]);
});

test.each([
  ['ERR_STREAM_PREMATURE_CLOSE', []],
  ['ECONNRESET', []],
  // Whoever has left has not caused this.
  ['ERR_INVALID_ARG_TYPE', [50]],
])(
  'a response whose caller has gone away ends with %s: errors in the log: %j',
  async (code, levels) => {
    const log = await logOf(async (app) => {
      app.post('/breaks', () => Promise.reject(Object.assign(new Error('It broke.'), { code })));
      await leave(app, '/breaks', {});
    });
    expect(errorsIn(log).map(({ level }) => level)).toEqual(levels);
  },
);

test('a call whose caller has gone away before its work begins is no error', async () => {
  const cookie = await signIn(testApp);
  const log = await logOf(async (app) => {
    await leave(app, getSampleReceipt.path, { receipts: receiptSettings('us') }, cookie);
  });
  expect(errorsIn(log)).toEqual([]);
});

/** Sends a request whose caller goes away when all of it has arrived, and waits until there is an answer. */
async function leave(app: FastifyInstance, path: string, body: object, cookie = '') {
  const given = new Promise<void>((givenUp) => {
    app.addHook('onSend', async (_request, { raw }) => {
      if (raw.destroyed) givenUp();
    });
    app.addHook('preHandler', async (_request, { raw }) => {
      const closed = once(raw, 'close');
      socket.resetAndDestroy();
      await closed;
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const content = JSON.stringify(body);
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n`;
  const length = `content-length: ${Buffer.byteLength(content)}\r\n`;
  socket.write(`${head}content-type: application/json\r\n${length}\r\n${content}`);
  await given;
}

function errorsIn(log: string): { level: number }[] {
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.filter(({ level }) => level >= 50);
}
