import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { siteOf } from '#server/platform/security/network.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, testPassword } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp();
const rounds = repeats({ change: 60, release: 1_000 });
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

test('after five failures, an account is locked for that address for a while', async () => {
  const { email } = await anAdministrator(testApp);
  await failTimes(5, email);
  const refused = await attempt(email, testPassword);
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({
    code: 'too_many_requests',
    message:
      'Too many failed attempts. Please try again in 15 minutes, or choose a new password with "Forgot Your Password?".',
  });
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(14 * 60);
  expect(seconds).toBeLessThanOrEqual(15 * 60);
});

test('the owner can still sign in from elsewhere', async () => {
  const { email } = await anAdministrator(testApp);
  await failTimes(5, email);
  expect((await attempt(email, testPassword, '198.51.100.7')).statusCode).toBe(200);
});

test('another account can still sign in from the same address', async () => {
  await failTimes(5, (await anAdministrator(testApp)).email);
  const other = await anAdministrator(testApp);
  expect((await attempt(other.email, testPassword)).statusCode).toBe(200);
});

test('writing the account’s address differently does not help', async () => {
  const { email } = await anAdministrator(testApp);
  await failTimes(3, email.toUpperCase());
  await failTimes(2, ` ${email}`);
  expect((await attempt(`${email}  `, testPassword)).statusCode).toBe(429);
});

test('a success resets earlier failures', async () => {
  const { email } = await anAdministrator(testApp);
  await failTimes(4, email);
  expect((await attempt(email, testPassword)).statusCode).toBe(200);
  await failTimes(4, email);
  expect((await attempt(email, testPassword)).statusCode).toBe(200);
});

test('concurrent guesses count like sequential ones', async () => {
  const { email } = await anAdministrator(testApp);
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => attempt(email, 'Wrong-password-1')),
  );
  const tried = answers.filter(({ statusCode }) => statusCode === 401);
  expect(tried.length).toBeLessThanOrEqual(5);
});

test('an address that guesses at many accounts is stopped', async () => {
  const owner = await anAdministrator(testApp);
  for (let count = 0; count < 100; count++) {
    await attempt(`nobody-${count}@example.com`, 'Wrong-password-1');
  }
  expect((await attempt(owner.email, testPassword)).statusCode).toBe(429);
});

test('of guesses at one account from one address, five are tried', async () => {
  const { email } = await anAdministrator(testApp);
  const statuses: number[] = [];
  for (let count = 0; count < rounds; count++) {
    statuses.push((await attempt(email, `Wrong-password-${count}`)).statusCode);
  }
  const tried = statuses.filter((status) => status === 401).length;
  recordFigures('A10', { 'guesses from one address': rounds, 'of them tried': tried });
  expect(tried).toBe(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(rounds - 5);
});

test('right passwords sent at once are all accepted', async () => {
  const { email } = await anAdministrator(testApp);
  const answers = await Promise.all(Array.from({ length: 25 }, () => attempt(email, testPassword)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(25).fill(200));
});

test('one IPv6 network counts as one address', async () => {
  const { email } = await anAdministrator(testApp);
  for (let count = 0; count < 5; count++) {
    await attempt(email, 'Wrong-password-1', `2001:db8:7:1::${count + 1}`);
  }
  expect((await attempt(email, testPassword, '2001:db8:7:1:ffff::1')).statusCode).toBe(429);
  expect((await attempt(email, testPassword, '2001:db8:7:2::1')).statusCode).toBe(200);
  expect((await attempt(email, 'Wrong-password-1', '::ffff:192.0.2.1')).statusCode).toBe(401);
});

test('the networks of one IPv6 site count together, with sixteen times the room of one', async () => {
  const networks = (count: number) =>
    Array.from({ length: count }, (_, index) => `2001:db8:9:${(index + 1).toString(16)}::1`);
  // Each for another account, so that no other limit is in the way.
  for (const from of networks(3)) {
    expect((await attempt(`${crypto.randomUUID()}@example.com`, 'x', from)).statusCode).toBe(401);
  }
  const counted = await testApp.db
    .updateTable('guessCounters')
    .set({ failures: 1_599 })
    .where('key', '=', testApp.vault.fingerprint('site', siteOf('2001:db8:9::') ?? ''))
    .where('failures', '=', 3)
    .executeTakeFirst();
  expect(counted.numUpdatedRows).toBe(1n);
  const { email } = await anAdministrator(testApp);
  const [last = '', next = ''] = networks(5).slice(3);
  expect((await attempt(`${crypto.randomUUID()}@example.com`, 'x', last)).statusCode).toBe(401);
  expect((await attempt(email, testPassword, next)).statusCode).toBe(429);
  expect((await attempt(email, testPassword, '2001:db8:a:1::1')).statusCode).toBe(200);
});

test('a quarter of an hour later, the failures no longer count', async () => {
  const { email } = await anAdministrator(testApp);
  await failTimes(5, email);
  expect((await attempt(email, testPassword)).statusCode).toBe(429);
  await testApp.db
    .updateTable('guessCounters')
    .set({ expiresAt: sql<string>`expires_at - make_interval(mins => 15)` })
    .execute();
  await failTimes(1, email);
  expect((await attempt(email, testPassword)).statusCode).toBe(200);
});

test('a burst of failures is in the audit trail, once, and no address is stored anywhere', async () => {
  const { id, email } = await anAdministrator(testApp);
  for (let count = 0; count < 8; count++) await attempt(email, 'Wrong-password-1');
  const entries = await testApp.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('subjectId', '=', id)
    .where('action', '=', 'session.guessing_stopped')
    .execute();
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ actor: 'system', after: { failures: 5, what: 'account' } });
  const { rows } = await sql<{ all: string }>`select (select coalesce(string_agg(g::text, ''), '')
    from guess_counters g) || (select coalesce(string_agg(k::text, ''), '') from known_browsers k)
    || (select string_agg(a::text, '') from audit_entries a) as all`.execute(testApp.db);
  expect(rows[0]?.all).not.toContain(address);
  expect(rows[0]?.all).not.toContain(email);
});
