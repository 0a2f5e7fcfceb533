import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { commitNow, today } from './release-report.ts';
import type { TestResult } from './test-results.ts';

/** What a test file or a scenario of `bench/` has recorded for reliability bars. */
export interface Recorded {
  /** As ISO date. */
  day: string;
  commit: string;
  bars: { bar: string; database: string; figures: Record<string, number> }[];
  /** What failed in it, by name. */
  failed: string[];
}

/** Kept beside the code: nobody measures everything at once. */
const path = 'docs/reliability.json';

/** What was recorded last, by the file that it comes from. */
export function readRecorded(): Record<string, Recorded> {
  if (!existsSync(path)) return {};
  const all: Record<string, Recorded> = JSON.parse(readFileSync(path, 'utf8'));
  return Object.fromEntries(Object.entries(all).filter(([source]) => existsSync(source)));
}

/** Puts what some files have recorded now in place of what they had recorded before. */
export function recordNow(bySource: Record<string, Pick<Recorded, 'bars' | 'failed'>>): void {
  const added = Object.entries(bySource).map(([source, recorded]): [string, Recorded] => [
    source,
    { day: today(), commit: commitNow(), ...recorded },
  ]);
  const all = Object.entries({ ...readRecorded(), ...Object.fromEntries(added) });
  const sorted = Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** The figures of a full test, by file. What a failed test has counted counts, too. */
export function recordTests(tests: TestResult[]): void {
  const byFile = Map.groupBy(
    tests.filter(({ figures = {} }) => Object.keys(figures).length > 0),
    ({ file }) => file,
  );
  const recorded = [...byFile].map(([file, ofFile]) => [
    file,
    {
      bars: ofFile.flatMap(({ project: database, figures = {} }) =>
        Object.entries(figures).map(([bar, one]) => ({ bar, database, figures: one })),
      ),
      failed: ofFile.filter(({ state }) => state === 'failed').map(({ name }) => name),
    },
  ]);
  recordNow(Object.fromEntries(recorded));
}
