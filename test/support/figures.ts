import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Which database the test ran on, and what it reached by the reliability bar it shows. */
    figures?: { project: string; bars: Record<string, Record<string, number>> };
  }
}

/**
 * Hands the figures of a reliability bar ("S2": 50 events, 0 counted twice) to the report that
 * `npm run bench:reliability` writes. Call it after the checks: a figure
 * stands for checks that have passed. Figures of one name add up, over the calls and cases of a test file.
 */
export function recordFigures(bar: string, figures: Record<string, number>): void {
  const test = TestRunner.getCurrentTest();
  if (!test) throw new Error('Figures come from inside a test.');
  const { meta, file } = test;
  const known = meta.figures?.bars ?? {};
  const sum = { ...known[bar] };
  for (const [name, value] of Object.entries(figures)) sum[name] = (sum[name] ?? 0) + value;
  meta.figures = {
    project: file.projectName ?? '',
    bars: { ...known, [bar]: sum },
  };
}
