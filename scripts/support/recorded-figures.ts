import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { commitNow, today } from './release-report.ts';
import { addFigures, type TestResult } from './test-results.ts';

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

/** Keeps the figures of a full test, by file. */
export function recordTests(tests: TestResult[]): void {
  const byFile = Map.groupBy(tests, ({ file }) => file);
  const recorded = [...byFile].map(([file, ofFile]) => [file, figuresOf(ofFile)] as const);
  recordNow(Object.fromEntries(recorded.filter(([, { bars }]) => bars.length > 0)));
}

/** What the tests of a file have recorded on each database. What a failed test has counted counts, too. */
export function figuresOf(tests: TestResult[]): Pick<Recorded, 'bars' | 'failed'> {
  const onEach = [...Map.groupBy(tests, ({ project }) => project)];
  return {
    bars: onEach.flatMap(([database, ofDatabase]) => {
      const sum = ofDatabase.reduce<NonNullable<TestResult['figures']>>(
        (total, { figures = {} }) => addFigures(total, figures),
        {},
      );
      return Object.entries(sum).map(([bar, figures]) => ({ bar, database, figures }));
    }),
    failed: tests
      .filter(({ state, figures = {} }) => state === 'failed' && Object.keys(figures).length > 0)
      .map(({ name }) => name),
  };
}
