import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { StageResults, TestResult } from './test-results.ts';

/**
 * A reporter of vitest that writes the {@link StageResults} of a run to the file named by `TEST_RESULTS`, as JSON. What
 * fails outside of tests, such as a cleanup after a group of them, is in no other report that a program can read.
 */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], uncaught: readonly SerializedError[]): void {
    const results: StageResults = { files: [], tests: [] };
    for (const module of modules) {
      const of = { file: module.relativeModuleId, project: module.project.name };
      const { collectDuration, duration } = module.diagnostic();
      results.files.push({ ...of, seconds: (collectDuration + duration) / 1_000 });
      results.tests.push(
        ...[...module.children.allTests()].map((test) => ({ ...of, ...resultOf(test) })),
        ...module.errors().map((error) => ({ ...of, ...failed('the file itself', error) })),
        ...[...module.children.allSuites()].flatMap((group) =>
          group
            .errors()
            .map((error) => ({ ...of, ...failed(`${group.fullName}, its cleanup`, error) })),
        ),
      );
    }
    const nowhere = { file: 'Somewhere', project: '' };
    for (const error of uncaught) {
      results.tests.push({ ...nowhere, ...failed('an error that nobody caught', error) });
    }
    if (process.env.TEST_RESULTS) writeFileSync(process.env.TEST_RESULTS, JSON.stringify(results));
  }
}

function resultOf(test: TestCase): Omit<TestResult, 'file' | 'project'> {
  const { state, errors = [] } = test.result();
  return {
    name: test.fullName,
    state: state === 'pending' ? 'skipped' : state,
    seconds: (test.diagnostic()?.duration ?? 0) / 1_000,
    error: errors.map(({ stack, message }) => stack ?? message).join('\n'),
    figures: test.meta().figures ?? {},
  };
}

function failed(name: string, { stack, message }: SerializedError) {
  return { name, state: 'failed' as const, seconds: 0, error: stack ?? message };
}
