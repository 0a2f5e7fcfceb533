import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createAllocation } from '#contract/spending/allocations.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { aPair, signIn } from '#test/support/factories.ts';

const testApp = useTestApp({ own: true });

// A sequence keeps its number when the transaction that took it is taken back.
beforeAll(async () => {
  await sql`create sequence tries`.execute(testApp.db);
});
afterEach(() => sql`drop trigger collide on allocations`.execute(testApp.db));

/** Makes the database end the first transactions that allocate money, as when two are in each other's way. */
async function collide(times: number, code: string): Promise<void> {
  await sql`alter sequence tries restart`.execute(testApp.db);
  await sql`create or replace function collide() returns trigger language plpgsql as ${sql.lit(`
    begin
      if nextval('tries') <= ${times} then raise 'in the way' using errcode = '${code}'; end if;
      return new;
    end`)}`.execute(testApp.db);
  await sql`create trigger collide before insert on allocations
    for each row execute function collide()`.execute(testApp.db);
}

async function allocate(idempotencyKey?: string) {
  const { donationId, nominationId } = await aPair(testApp, 1_000);
  const body = { amount: 400, donationId, nominationId };
  const cookie = await signIn(testApp);
  const call = () =>
    testApp.call(createAllocation, {
      cookie,
      body,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
  const held = async () => {
    const rows = testApp.db.selectFrom('allocations').select('amountCents');
    return (await rows.where('donationId', '=', donationId).execute()).map(
      (row) => row.amountCents,
    );
  };
  return { call, held };
}

async function tries(): Promise<number> {
  const { rows } = await sql<{ tries: number }>`select last_value as tries from tries`.execute(
    testApp.db,
  );
  return rows[0]?.tries ?? Number.NaN;
}

test.each([
  ['a deadlock', '40P01', undefined],
  ['a deadlock, with an Idempotency-Key', '40P01', newId()],
  ['a failed serialization', '40001', undefined],
])('%s is tried again once, whole', async (_, code, key) => {
  const { call, held } = await allocate(key);
  await collide(1, code);
  expect((await call()).status).toBe(201);
  expect([await held(), await tries()]).toEqual([[400], 2]);
  if (key === undefined) return;
  // The repeat gets the response of the second try.
  expect((await call()).status).toBe(201);
  expect(await held()).toEqual([400]);
});

test.each([undefined, newId()])(
  'a second collision in a row is for the caller, and leaves nothing behind: key %s',
  async (key) => {
    const { call, held } = await allocate(key);
    await collide(2, '40P01');
    const { status, error } = await call();
    expect([status, error.code]).toEqual([503, 'database_unavailable']);
    expect([await held(), await tries()]).toEqual([[], 2]);
    expect((await call()).status).toBe(201);
  },
);

test('any other failure is not tried again', async () => {
  const { call, held } = await allocate();
  await collide(1, '53100');
  expect((await call()).status).toBe(503);
  expect([await held(), await tries()]).toEqual([[], 1]);
});

test.each([
  ['lets nobody in', '55000'],
  ['does not let our role in', '28000'],
  ['has another password for our role', '28P01'],
  ['has another name', '3D000'],
])('a database that %s is one that cannot be reached', async (_, code) => {
  const { call, held } = await allocate();
  await collide(9, code);
  const { status, error } = await call();
  expect([status, error.code, error.message]).toEqual([
    503,
    'database_unavailable',
    'We cannot reach our records right now. Please try again in a minute.',
  ]);
  expect(await held()).toEqual([]);
});
