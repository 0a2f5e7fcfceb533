import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, testPassword } from '#test/support/factories.ts';

const testApp = useTestApp();
let nextAddress = 1;
let address: string;
beforeEach(() => {
  address = `203.0.113.${nextAddress++}`;
});

function attempt(email: string, password: string, remoteAddress = address) {
  return testApp.request({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ email, password }),
  });
}

async function failTimes(times: number, email: string) {
  for (let count = 0; count < times; count++) {
    expect((await attempt(email, 'Wrong-password-1')).statusCode).toBe(401);
  }
}

test('after ten failures an account is closed to that address for a while', async () => {
  const { email } = await anAdministrator(testApp);
  await failTimes(10, email);
  const refused = await attempt(email, testPassword);
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({
    code: 'too_many_requests',
    message: 'Too many failed attempts. Please try again in 15 minutes.',
  });
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(14 * 60);
  expect(seconds).toBeLessThanOrEqual(15 * 60);
});

test('the owner still gets in from elsewhere', async () => {
  const { email } = await anAdministrator(testApp);
  await failTimes(10, email);
  expect((await attempt(email, testPassword, '198.51.100.7')).statusCode).toBe(200);
});

test('another account still gets in from the same address', async () => {
  await failTimes(10, (await anAdministrator(testApp)).email);
  const other = await anAdministrator(testApp);
  expect((await attempt(other.email, testPassword)).statusCode).toBe(200);
});

test('another way of writing the address of the account does not help', async () => {
  const { email } = await anAdministrator(testApp);
  await failTimes(5, email.toUpperCase());
  await failTimes(5, ` ${email}`);
  expect((await attempt(`${email}  `, testPassword)).statusCode).toBe(429);
});

test('a success forgets the failures before it', async () => {
  const { email } = await anAdministrator(testApp);
  await failTimes(9, email);
  expect((await attempt(email, testPassword)).statusCode).toBe(200);
  await failTimes(9, email);
  expect((await attempt(email, testPassword)).statusCode).toBe(200);
});

test('guesses sent all at once count like those sent one by one', async () => {
  const { email } = await anAdministrator(testApp);
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => attempt(email, 'Wrong-password-1')),
  );
  const tried = answers.filter(({ statusCode }) => statusCode === 401);
  expect(tried.length).toBeLessThanOrEqual(10);
});

test('an address that guesses at many accounts is stopped', async () => {
  const owner = await anAdministrator(testApp);
  for (let count = 0; count < 100; count++) {
    await attempt(`nobody-${count}@example.com`, 'Wrong-password-1');
  }
  expect((await attempt(owner.email, testPassword)).statusCode).toBe(429);
});
