import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createLogger } from '#server/platform/logger.ts';
import { readableLog } from '#server/platform/readable-log.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { aPerson, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp();
let app: FastifyInstance;
let log = '';
const destination = new Writable({
  write(chunk, _encoding, done) {
    log += chunk;
    done();
  },
});
const logger = createLogger('trace', destination);

beforeAll(async () => {
  app = await buildApp(testApp, logger);
  app.post('/throws', async (request) => {
    throw new Error(`Cannot deal with ${JSON.stringify(request.body)}`);
  });
});
beforeEach(() => {
  log = '';
});
afterAll(() => app.close());

const canaries = {
  email: 'canary.person@private.example',
  name: 'Canary Featherstone',
  phone: '+1 555 010 4242',
  card: '4242 4242 4242 4242',
  // Concatenated, so that no search for secrets finds this file.
  secret: ['sk', 'live', 'canary0123456789'].join('_'),
  token: 'Q7c-canary_0123456789abcdefghijklmnopqrstuvwxyzAB',
};
const hide = Object.values(canaries);

function expectNoCanary(): void {
  const found = hide.filter((canary) => log.includes(canary));
  for (const bar of ['A42', 'A43'])
    recordFigures(bar, { 'logs searched': 1, 'secrets found': found.length });
  expect(found, log).toEqual([]);
  expect(log).not.toMatch(/canary/i);
}

describe('the log of a request', () => {
  test('is one line with route, status, and duration, and contains nothing of what was sent', async () => {
    const person = {
      ...aPerson(),
      firstName: canaries.name,
      email: canaries.email,
      phone: canaries.phone,
    };
    const calls = [
      {
        method: 'POST',
        url: '/api/donations',
        payload: { amount: 100, causeId: canaries.card, ...person },
      },
      {
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: canaries.email, password: canaries.secret },
      },
      { method: 'POST', url: '/api/auth/forgot-password', payload: { email: canaries.email } },
      {
        method: 'POST',
        url: '/api/auth/reset-password',
        payload: { token: canaries.token, password: 'x' },
      },
      { method: 'GET', url: `/api/donations?id=${canaries.token}` },
      { method: 'GET', url: `/auth/reset-password?token=${canaries.token}` },
      { method: 'POST', url: '/api/webhooks/stripe', payload: { card: canaries.card } },
      { method: 'GET', url: `/api/${encodeURIComponent(canaries.name)}/%ff` },
    ] as const;
    for (const call of calls) {
      const headers = { cookie: `session=${canaries.token}`, 'user-agent': canaries.name };
      await app.inject({ ...call, headers, remoteAddress: '203.0.113.77' });
    }
    const lines = log.trimEnd().split('\n');
    expect(
      lines.filter((line) => JSON.parse(line).msg === 'request').length,
    ).toBeGreaterThanOrEqual(7);
    expectNoCanary();
    expect(log).not.toContain('203.0.113.77');
  });

  test('cannot be forged with line breaks', async () => {
    const forged = '\r\n{"level":30,"msg":"forged"}\r\n';
    await app.inject({
      method: 'POST',
      url: `/api/${encodeURIComponent(forged)}`,
      headers: { 'x-request-id': 'forged', 'user-agent': 'forged' },
    });
    logger.error({ err: new Error(`broken${forged}`) }, 'An error');
    const lines = log.trimEnd().split('\n');
    const forgeries = lines.filter((line) => JSON.parse(line).msg === 'forged');
    recordFigures('A43', { 'lines tried to forge': 2, forged: forgeries.length });
    expect(forgeries).toEqual([]);
  });
});

describe('the log of an error', () => {
  test('is readable at a terminal, which no text in it can steer', () => {
    const forged = 'broken\r\n12:00:00  forged\u001b[2J\u009b2J';
    const cause = new Error('the disk is full');
    createLogger('info', readableLog(destination)).error(
      { err: new Error(forged, { cause }), reqId: 'r-7' },
      'The backup failed',
    );
    const [first, ...others] = log.trimEnd().split('\n');
    expect(first).toMatch(/^\d\d:\d\d:\d\d {2}Error: The backup failed \(reqId: r-7\)$/);
    for (const line of others) expect(line).toMatch(/^ {10}\S/);
    expect(log).toContain('          Error: broken\n          12:00:00  forged[2J2J\n');
    expect(log).toMatch(/^ {10}at .*logger\.test\.ts/m);
    expect(log).toContain('          Error: the disk is full\n');
  });

  test('names what failed and where, without the texts in it', async () => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/throws',
      payload: canaries,
    });
    expect([statusCode, JSON.parse(body).code]).toEqual([500, 'internal']);
    const { err } = JSON.parse(log.split('\n').find((line) => line.includes('"err"')) ?? '{}');
    expect(err).toMatchObject({
      type: 'Error',
      message: expect.stringMatching(/^Cannot deal with/),
    });
    expect(err.stack.join('\n')).toContain('logger.test.ts');
    expect(log).not.toContain(canaries.email);
    expectNoCanary();
  });

  test('from the database contains its code and constraint, and no value', async () => {
    const name = `Canary ${randomUUID()}`;
    const actor = await signIn(testApp).then(() =>
      testApp.db.selectFrom('users').selectAll().executeTakeFirstOrThrow(),
    );
    // No factory makes the same row twice.
    const twice = testApp.db
      .insertInto('users')
      .values({ ...actor, id: actor.id, firstName: name })
      .execute();
    await twice.catch((error) => logger.error({ err: error }, 'An error'));
    const wrong = testApp.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', anyId(canaries.name))
      .execute();
    await wrong.catch((error) => logger.error({ err: error }, 'An error'));
    expect(log).toContain('"code":"23505"');
    expect(log).toContain('users_pkey');
    expect(log).toContain('"code":"22P02"');
    expect(log).not.toContain(actor.id);
    expectNoCanary();
  });

  test('that the job queue copies is that of the error', () => {
    const { message, stack } = new SyntaxError(`Unexpected token in "${canaries.name}"`);
    logger.error({ err: { code: '57P02', message, stack, queue: 'mail' } }, 'x');
    expect(JSON.parse(log).err).toEqual({
      type: 'Error',
      message: 'Unexpected token in "[text]"',
      stack: expect.arrayContaining([expect.stringContaining('logger.test.ts')]),
      code: '57P02',
    });
  });

  test.each([
    `Can't send mail - all recipients were rejected: 550 <${canaries.email}>`,
    `connect ECONNREFUSED postgres://me:${canaries.token}@db.example`,
    `No such API key: ${canaries.secret}`,
    `Bad number ${canaries.card}, call ${canaries.phone.replace('+', '')}`,
    `Unknown session ${canaries.token}`,
    `The nominee "${canaries.name}" is unknown`,
  ])('hides the content of: %s', (message) => {
    const cause = new Error(message);
    logger.error(
      { err: Object.assign(new Error(message, { cause }), { parameters: hide, detail: hide }) },
      'x',
    );
    expect(JSON.parse(log).err.cause.type).toBe('Error');
    expectNoCanary();
  });
});
