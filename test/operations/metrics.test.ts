import { expect, test } from 'vitest';
import { verifyLedger } from '#server/operations/upkeep/commands.ts';
import { useTestApp } from '#test/support/app.ts';
import { aDonation, anAllocation, aPair, aPerson } from '#test/support/factories.ts';

const token = 'a-token-of-24-characters';
const testApp = useTestApp({ env: { METRICS_TOKEN: token } });

const ask = (authorization?: string) =>
  testApp.request({ url: '/metrics', headers: { ...(authorization && { authorization }) } });

test.each([undefined, 'Bearer wrong', token, `Basic ${token}`])(
  'metrics require the token, not %s',
  async (authorization) => {
    const { statusCode, body, headers } = await ask(authorization);
    expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(body).not.toContain('everycent_');
  },
);

test('metrics show money moves, waiting jobs, and maintenance runs, and no personal data', async () => {
  const person = { ...aPerson(), lastName: 'Canary' };
  await aDonation(testApp, { amount: 2_000, person });
  const { donationId, nominationId } = await aPair(testApp, 5_000);
  await anAllocation(testApp, { amount: 1_200, donationId, nominationId });
  await verifyLedger(testApp.db, testApp.mailer);
  await testApp.request({ url: '/api/causes?search=canary' });

  const { statusCode, body } = await ask(`Bearer ${token}`);
  expect(statusCode).toBe(200);
  expect(body).toContain('everycent_ledger_cents{kind="payment"} 7000');
  expect(body).toContain('everycent_ledger_cents{kind="allocation"} 1200');
  expect(body).toContain('everycent_ledger_differences 0');
  expect(body).toContain('everycent_database_up 1');
  expect(body).toMatch(/everycent_last_done_seconds\{what="ledger-check"\} \d{10}/);
  expect(body).toMatch(
    /everycent_http_request_duration_seconds_count\{method="GET",route="\/api\/causes",status="200"\} 1/,
  );
  expect(body).not.toMatch(/canary|@/i);
});
