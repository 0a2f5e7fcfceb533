import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { countLoneMoves } from '#server/people/approvals/lone-moves.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { anAdministratorWithAnApp } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { codeOf } from '#test/support/authenticator.ts';
import { anAdministrator, aTeamMember, testPassword } from '#test/support/factories.ts';
import { meet } from '#test/support/locks.ts';

// Two servers on one database, as behind a load balancer.
const testApp = useTestApp();
let servers: Awaited<ReturnType<typeof buildApp>>[] = [];
beforeAll(async () => {
  servers = [testApp.app, await buildApp(testApp, pino({ level: 'silent' }))];
});
afterAll(() => servers[1]?.close());

async function attempt(count: number, body: object): Promise<number> {
  const response = await servers[count % 2]?.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: '203.0.113.9',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  return response?.statusCode ?? 0;
}

test('two servers count guesses together, even concurrent ones', async () => {
  const { email } = await anAdministrator(testApp);
  const statuses = await Promise.all(
    Array.from({ length: 40 }, (_, count) =>
      attempt(count, { email, password: `Wrong-password-${count}` }),
    ),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(35);
});

test('a code sent to two servers at once signs in once', async () => {
  const { user, secret } = await anAdministratorWithAnApp(testApp);
  const body = { email: user.email, password: testPassword, code: codeOf(secret) };
  const statuses = await Promise.all(Array.from({ length: 8 }, (_, count) => attempt(count, body)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('a recovery code sent to two servers at once signs in once', async () => {
  const { user, recoveryCodes } = await anAdministratorWithAnApp(testApp);
  const body = { email: user.email, password: testPassword, code: recoveryCodes[0] };
  const statuses = await Promise.all(Array.from({ length: 8 }, (_, count) => attempt(count, body)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('what one person moves alone at the same moment counts together', async () => {
  const member = await aTeamMember(testApp, 'treasurer');
  const alone = countLoneMoves<object>(testApp.db);
  const move = { kind: 'spending', cents: 3_000, limitCents: 5_000, key: null } as const;
  const isTooMuch = () => alone.isTooMuch({}, member, move);
  // Counting a move takes an account that stays.
  const lockAccount = (trx: Trx) =>
    trx.selectFrom('users').select('id').where('id', '=', member.id).forUpdate().execute();
  expect(await meet(testApp, lockAccount, [isTooMuch, isTooMuch])).toEqual([false, true]);
});
