import { appendFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * A reporter of vitest that writes errors outside of any test to the file named by `STRAY_ERRORS`: of what cleans up
 * after a group of tests, and those that nobody caught. They fail a run, but are in no other report that a program can
 * read.
 */
export default class StrayErrorsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], uncaught: readonly SerializedError[]): void {
    for (const module of modules) {
      for (const suite of module.children.allSuites()) {
        note(`${module.relativeModuleId} › ${suite.fullName}`, suite.errors());
      }
    }
    note('Nobody caught this error', uncaught);
  }
}

function note(where: string, errors: readonly SerializedError[]): void {
  const file = process.env.STRAY_ERRORS;
  if (!file) return;
  for (const { stack, message } of errors) appendFileSync(file, `${where}\n${stack ?? message}\n`);
}
