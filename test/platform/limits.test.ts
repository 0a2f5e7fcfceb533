import { describe, expect, test } from 'vitest';
import { useTestApp } from '#test/support/app.ts';
import { aCause, aPerson, testPassword } from '#test/support/factories.ts';

// As strict as with real payments; other tests loosen the limits to get their work done.
const testApp = useTestApp({ override: () => ({ limitFactor: 1 }) });

async function forms(): Promise<{ url: string; calls: number; body: object }[]> {
  const { id: causeId } = await aCause(testApp);
  const person = aPerson();
  const { email } = person;
  const token = 'x';
  return [
    { url: '/api/donations', calls: 120, body: { amount: 100, causeId, ...person } },
    {
      url: '/api/nominations',
      calls: 30,
      body: { nominee: 'Maria', causeId, description: 'Heating', ...person },
    },
    { url: '/api/contact', calls: 10, body: { email, message: 'Hello' } },
    { url: '/api/auth/forgot-password', calls: 10, body: { email } },
    { url: '/api/auth/check-password-link', calls: 60, body: { token } },
    { url: '/api/auth/reset-password', calls: 10, body: { token, password: testPassword } },
    {
      url: '/api/auth/setup',
      calls: 10,
      body: { token, firstName: 'A', lastName: 'B', email, password: testPassword },
    },
  ];
}

const send = (url: string, body: object, remoteAddress: string) =>
  testApp.request({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });

describe('calls of one address within ten minutes', () => {
  test.each([0, 1, 2, 3, 4, 5, 6])('public form %d', async (index) => {
    const { url, calls, body } = (await forms())[index] ?? expect.fail('no such form');
    const address = '203.0.113.1';
    for (let count = 0; count < calls; count++) {
      expect((await send(url, body, address)).statusCode, `call ${count} of ${url}`).toBeLessThan(
        429,
      );
    }
    const refused = await send(url, body, address);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      code: 'too_many_requests',
      message: 'That was too often in a short time. Please try again in a few minutes.',
    });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(9 * 60);
    expect(seconds).toBeLessThanOrEqual(10 * 60);

    expect((await send(url, body, '203.0.113.2')).statusCode).toBeLessThan(429);
  });

  test('correcting a typo does not count against the limit', async () => {
    for (let count = 0; count < 15; count++) {
      expect((await send('/api/contact', { email: 'me' }, '203.0.113.3')).statusCode).toBe(400);
    }
    const body = { email: aPerson().email, message: 'Hello' };
    expect((await send('/api/contact', body, '203.0.113.3')).statusCode).toBe(200);
  });
});
