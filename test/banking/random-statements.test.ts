import { expect, test } from 'vitest';
import { tryCsvMapping } from '#contract/banking/csv-trials.ts';
import { sumCents } from '#core/platform/money.ts';
import { useTestApp } from '#test/support/app.ts';
import { bankCalls } from '#test/support/bank.ts';
import {
  anAccountNumber,
  type BankFormat,
  type BankStoryLine,
  bankFormats,
  camt,
  csv,
} from '#test/support/bank-files.ts';
import { fc } from '#test/support/seed.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp({ checksEach: true });
const { cookie, anAccount, send, linesOf, statementsOf } = bankCalls(testApp);

const firstDay = Date.UTC(2026, 0, 1);
const dayOf = (place: number) => new Date(firstDay + place * 86_400_000).toISOString().slice(0, 10);
const dayCount = 40;

/** Some lines of forty days, of which many look alike; with the bank's reference or without. */
const ledger = fc
  .array(
    fc.record({
      place: fc.integer({ min: 0, max: dayCount - 1 }),
      cents: fc.oneof(
        fc.constantFrom(-500, 1_000, 2_500),
        fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((cents) => cents !== 0),
      ),
      text: fc.constantFrom('Gift', 'Fee', 'A "quoted" <gift> & more', 'Grüße; und, Dank'),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((lines) => lines.sort((one, other) => one.place - other.place));

/** Files that a treasurer downloads one after another, each up to a later day, often with days of the one before. */
const downloads = fc
  .array(
    fc.record({ days: fc.integer({ min: 1, max: 20 }), overlap: fc.integer({ min: 0, max: 15 }) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((steps) => {
    const windows: { from: number; to: number }[] = [];
    let covered = -1;
    for (const { days, overlap } of steps) {
      const to = Math.min(dayCount - 1, covered + days);
      if (to > covered) windows.push({ from: Math.max(0, covered + 1 - overlap), to });
      covered = to;
    }
    if (covered < dayCount - 1) windows.push({ from: Math.max(0, covered - 2), to: dayCount - 1 });
    return windows;
  });

test('whatever a bank books, all files together bring each line once', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      ledger,
      downloads,
      fc.constantFrom(...(Object.keys(bankFormats) as BankFormat[])),
      fc.boolean(),
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      async (entries, windows, format, withReferences, openingCents) => {
        const account = anAccountNumber();
        const all: (BankStoryLine & { place: number })[] = entries.map((entry, number) => ({
          ...entry,
          day: dayOf(entry.place),
          // OFX demands one.
          ...((withReferences || format.startsWith('ofx')) && { reference: `REF${number}` }),
        }));
        const balanceBefore = (place: number) =>
          openingCents +
          sumCents(all.filter((line) => line.place < place).map(({ cents }) => cents));
        const { id } = await anAccount();
        let said = {};
        if (format === 'csv') {
          const { body } = await testApp.call(tryCsvMapping, {
            cookie: await cookie(),
            params: { id },
            body: { sample: csv({ openingCents, lines: all }), mapping: null },
          });
          said = { csvMapping: { ...body.guess, dateOrder: 'mdy', dateColumn: 0 } };
        }
        for (const { from, to } of windows) {
          const inside = all.filter(({ place }) => place >= from && place <= to);
          // A CSV file without a line says nothing at all.
          if (format === 'csv' && inside.length === 0) continue;
          const story = {
            account,
            openingCents: balanceBefore(from),
            lines: inside,
            firstDay: dayOf(from),
            lastDay: dayOf(to),
          };
          const answer = await send(id, bankFormats[format](story), said);
          // The same file again, because nothing in the days was new.
          if (answer.status === 409) expect(answer.error.code).toBe('statement_known');
          else expect([answer.status, answer.error.message]).toEqual([200, undefined]);
        }
        const stored = (await linesOf(id)).map(({ bookedOn, cents, text }) => ({
          day: bookedOn,
          cents,
          text,
        }));
        const key = (line: object) => JSON.stringify(line);
        expect(stored.map(key).sort()).toEqual(
          all.map(({ day, cents, text }) => key({ day, cents, text })).sort(),
        );
        expect((await statementsOf(id))[0]?.closingCents).toBe(balanceBefore(dayCount));
      },
    ),
    { numRuns: repeats({ change: 5, release: 300 }) },
  );
});

test('a day that no file has is always found by its balance', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 3, maxLength: 8 }),
      fc.nat(),
      async (daily, chosen) => {
        const missing = 1 + (chosen % (daily.length - 2));
        const account = anAccountNumber();
        const { id } = await anAccount();
        const before = (day: number) => sumCents(daily.slice(0, day));
        const statuses: [number, string | undefined][] = [];
        for (const [day, cents] of daily.entries()) {
          if (day === missing) continue;
          const lines = [{ day: dayOf(day), cents }];
          const { status, error } = await send(
            id,
            camt({ account, openingCents: before(day), lines }),
          );
          statuses.push([status, error.code]);
        }
        expect(statuses).toEqual([
          ...Array(missing).fill([200, undefined]),
          ...Array(daily.length - missing - 1).fill([409, 'statement_gap']),
        ]);
      },
    ),
    { numRuns: repeats({ change: 2, release: 40 }) },
  );
});
