import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The database that the test ran on, and its result for a reliability bar. */
    figures?: { project: string; bars: Record<string, Record<string, number>> };
  }
}

/**
 * Records the figures of a reliability bar ("S2": 50 events, 0 counted twice) for the report of `npm run
 * bench:reliability`. Count, record, and only then assert: a number recorded behind an assertion about it could be no
 * other. Figures with the same name add up over the calls and cases of a test file.
 */
export function recordFigures(bar: string, figures: Record<string, number>): void {
  const test = TestRunner.getCurrentTest();
  if (!test) throw new Error('Record figures only inside a test.');
  const { meta, file } = test;
  const known = meta.figures?.bars ?? {};
  const sum = { ...known[bar] };
  for (const [name, value] of Object.entries(figures)) sum[name] = (sum[name] ?? 0) + value;
  meta.figures = {
    project: file.projectName ?? '',
    bars: { ...known, [bar]: sum },
  };
}
