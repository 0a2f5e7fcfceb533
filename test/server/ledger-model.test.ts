import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, anAdministrator } from '#test/support/factories.ts';
import { opening, type RealLedger, steps } from '#test/support/ledger-commands.ts';
import { LedgerModel } from '#test/support/ledger-model.ts';
import { repeats } from '#test/support/seed.ts';

// One address for the team: the many administrators made here would all get a mail for each nomination.
const testApp = useTestApp({ env: { TEAM_EMAIL: 'team@example.org' } });
// 300 before a release.
const sequences = repeats('RUNS', 30);

test(`${sequences} random sequences of up to 50 commands end as the model says`, {
  timeout: 60_000 + sequences * 5_000,
}, async () => {
  const actor = await anAdministrator(testApp);
  const setup = async (): Promise<{ model: LedgerModel; real: RealLedger }> => ({
    model: new LedgerModel(),
    real: {
      testApp,
      actor,
      causeIds: [(await aCause(testApp)).id, (await aCause(testApp)).id],
      donationIds: [],
      nominationIds: [],
      allocationIds: [],
      keyPrefix: randomUUID(),
    },
  });
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 50, size: 'max' }), async (commands) => {
      await fc.asyncModelRun(setup, [...opening(), ...commands]);
      expect(await checkLedger(testApp.db)).toEqual([]);
    }),
    // Unbiased: half of fast-check's sequences would be very short otherwise.
    { numRuns: sequences, unbiased: true },
  );
});
