import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { DonationId, NominationId } from '#contract/ids.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import { useTestApp } from '#test/support/app.ts';
import { aPair, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { fc, repetition } from '#test/support/seed.ts';
import { repeats } from '#test/support/tier.ts';

// The embedded database does one thing at a time, so there is little to race for: a few rounds show that the same
// code works there. On PostgreSQL, 16 connections compete for the same rows.
const rounds = (kind: 'embedded' | 'postgres') =>
  kind === 'postgres'
    ? repeats({ change: 15, release: 1_000 })
    : repeats({ change: 3, release: 10 });
const calls = 64;

const testApp = useTestApp({ checksEach: true });

/** This many concurrent allocations of one donation, each of its own amount; returns their responses in order. */
async function allocateAtOnce(
  cookie: string,
  { donationId, nominationId }: { donationId: DonationId; nominationId: NominationId },
  amounts: number[],
) {
  const answers = await Promise.all(
    amounts.map((amount) =>
      testApp.call(createAllocation, { cookie, body: { amount, donationId, nominationId } }),
    ),
  );
  for (const { status, error } of answers) {
    // Anything else would be a fault: a deadlock, a timeout, or a broken connection.
    if (status !== 201) expect([status, error.code]).toEqual([409, 'insufficient_funds']);
  }
  const accepted = amounts.filter((_, index) => answers[index]?.status === 201);
  const { allocatedCents, amountCents } = await testApp.db
    .selectFrom('donations')
    .select(['allocatedCents', 'amountCents'])
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
  expect(accepted.reduce((sum, amount) => sum + amount, 0)).toBe(allocatedCents);
  return { accepted, available: amountCents - allocatedCents };
}

describe(`${calls} allocations of one donation at once`, { timeout: 3_600_000 }, () => {
  test('in equal shares: exactly as many succeed as fit', async () => {
    const cookie = await signIn(testApp);
    const { kind } = testApp.connection;
    let mostConnections = 0;
    let twice = 0;
    const wrong: string[] = [];
    for (const [share, donated] of fc.sample(
      fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 100, max: 20_000 })),
      rounds(kind),
    )) {
      const pair = await aPair(testApp, donated);
      const { accepted } = await allocateAtOnce(cookie, pair, Array(calls).fill(share));
      const fitting = Math.min(calls, Math.floor(donated / share));
      if (accepted.length !== fitting) {
        wrong.push(`${accepted.length} of ${fitting} shares of ${share} out of ${donated} cents`);
      }
      twice += Math.max(0, accepted.length * share - donated);
      // Checked after every round, because the pool closes connections that are idle for a while.
      if (kind === 'postgres') mostConnections = Math.max(mostConnections, await connections());
    }
    recordFigures('G1', {
      'rounds of 64 equal shares': rounds(kind),
      'cents given twice': twice,
      ...(kind === 'postgres' && { 'connections at once': mostConnections }),
    });
    expect(wrong, repetition()).toEqual([]);
    if (kind === 'postgres') expect(mostConnections).toBeGreaterThanOrEqual(16);
  });

  test('of any amounts: never more than was donated, and only what did not fit is refused', async () => {
    const cookie = await signIn(testApp);
    const amounts = fc.array(fc.integer({ min: 1, max: 2_000 }), {
      minLength: calls,
      maxLength: calls,
    });
    const numRuns = Math.ceil(rounds(testApp.connection.kind) / 3);
    let twice = 0;
    const wrong: string[] = [];
    for (const asked of fc.sample(amounts, numRuns)) {
      const { accepted, available } = await allocateAtOnce(
        cookie,
        await aPair(testApp, 10_000),
        asked,
      );
      const refused = [...asked];
      for (const amount of accepted) refused.splice(refused.indexOf(amount), 1);
      twice += Math.max(0, -available);
      // The available amount only shrinks, so what did not fit then does not fit now.
      const least = Math.min(...refused);
      if (available < 0 || least <= available) wrong.push(`${least} refused of ${available}`);
    }
    recordFigures('G1', { 'rounds of 64 unequal shares': numRuns, 'cents given twice': twice });
    expect(wrong, repetition()).toEqual([]);
  });
});

/** How many connections to the test's database are open, not counting those of the job queue. */
async function connections(): Promise<number> {
  const { rows } = await sql<{ open: number }>`select count(*) as open from pg_stat_activity
    where datname = current_database()
    and (pid = pg_backend_pid() or query not like '%pgboss%')`.execute(testApp.db);
  return rows[0]?.open ?? 0;
}
