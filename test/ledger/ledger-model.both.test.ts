import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, anAdministrator } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { opening, steps } from '#test/support/ledger-commands.ts';
import { LedgerModel } from '#test/support/ledger-model.ts';
import type { RealLedger } from '#test/support/ledger-steps.ts';
import { fc } from '#test/support/seed.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp({ checksEach: true });
const sequences = repeats({ change: 10, release: 300 });

test(`${sequences} random sequences of up to 50 commands end as the model predicts`, {
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
      expenseIds: [],
      keyPrefix: randomUUID(),
    },
  });
  let commandsRun = 0;
  let differences = 0;
  const outcome = await fc.check(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 50, size: 'max' }), async (commands) => {
      const all = [...opening(), ...commands];
      await fc.asyncModelRun(setup, all);
      commandsRun += all.length;
      const found = await checkLedger(testApp.db);
      differences += found.length;
      expect(found).toEqual([]);
    }),
    // Unbiased: otherwise, half of fast-check's sequences would be very short.
    { numRuns: sequences, unbiased: true },
  );
  recordFigures('G4', {
    sequences,
    commands: commandsRun,
    // The model may differ from books that agree with themselves.
    differences: Math.max(differences, Number(outcome.failed)),
  });
  expect(fc.defaultReportMessage(outcome)).toBeUndefined();
});
