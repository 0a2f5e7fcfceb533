import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { verifyLedger } from '#server/operations/upkeep/commands.ts';
import { checks } from '#server/operations/watch/checks.ts';
import { newId } from '#server/platform/db/new-id.ts';
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

/** What a figure says, by its labels as they are written. */
async function figures(): Promise<Map<string, number>> {
  const { body } = await ask(`Bearer ${token}`);
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

test('metrics say the version, the disk, and whether each thing that is watched works', async () => {
  const found = await figures();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(
    found.get(`everycent_build_info{version="${version}",node="${process.versions.node}"}`),
  ).toBe(1);
  expect(found.get('everycent_disk_bytes{what="free"}')).toBeGreaterThan(1_000_000);
  for (const check of Object.keys(checks)) {
    expect(found.get(`everycent_check_failed{check="${check}"}`)).toBe(0);
  }
});

test('metrics say what the watch has found, and for how long the oldest mail waits', async () => {
  await testApp.db
    .insertInto('alerts')
    .values({ id: newId(), key: 'watch:storage', title: 'x', message: 'x', path: '/' })
    .execute();
  await sql`insert into pgboss.job (name, created_on, start_after, state)
    values ('mail', now() - interval '2 hours', now() + interval '3 hours', 'retry')`.execute(
    testApp.db,
  );
  // Figures of the database are kept for half a minute.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  const found = await figures();
  vi.useRealTimers();
  expect(found.get('everycent_check_failed{check="storage"}')).toBe(1);
  expect(found.get('everycent_check_failed{check="disk"}')).toBe(0);
  expect(found.get('everycent_oldest_mail_seconds')).toBeGreaterThan(7_200);
});

test('every figure is in the guide, and the rules and the board use no other', async () => {
  const { body } = await ask(`Bearer ${token}`);
  const kinds = [...body.matchAll(/^# TYPE (everycent_\w+) (\w+)$/gm)];
  const names = kinds.map(([, name = '']) => name).sort();
  const guide = readFileSync('docs/operations.md', 'utf8');
  const told = (text: string) => [...new Set(text.match(/everycent_\w+/g))].sort();
  expect(told(guide).filter((name) => name !== 'everycent_site')).toEqual(names);
  for (const file of ['docs/monitoring/alerts.yml', 'docs/monitoring/board.json']) {
    const used = told(readFileSync(file, 'utf8')).map((name) =>
      name.replace(/_(count|bucket)$/, ''),
    );
    expect(new Set([...used, ...names])).toEqual(new Set(names));
    expect(guide).toContain(file);
  }
});

test('the rules alarm when a figure is absent that may be', () => {
  const rules = readFileSync('docs/monitoring/alerts.yml', 'utf8');
  for (const name of ['build_info', 'database_up', 'oldest_mail_seconds']) {
    expect(rules).toContain(`absent(everycent_${name})`);
  }
  for (const what of ['backup', 'ledger-check', 'watch']) {
    expect(rules).toContain(`absent(everycent_last_done_seconds{what="${what}"})`);
  }
});
