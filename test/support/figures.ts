import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What the test recorded, by reliability bar. */
    figures?: Record<string, Record<string, number>>;
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
  const { meta } = test;
  const sum = { ...meta.figures?.[bar] };
  for (const [name, value] of Object.entries(figures)) sum[name] = (sum[name] ?? 0) + value;
  meta.figures = { ...meta.figures, [bar]: sum };
}
