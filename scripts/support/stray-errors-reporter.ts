import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/** An error outside of any test. */
export interface StrayError {
  /** The group of tests after which the cleanup failed; null if nobody caught the error. */
  group: { file: string; name: string } | null;
  message: string;
}

/**
 * A reporter of vitest that writes the {@link StrayError}s of a run to the file named by `STRAY_ERRORS`, as JSON. They
 * fail a run, but are in no other report that a program can read.
 */
export default class StrayErrorsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], uncaught: readonly SerializedError[]): void {
    const ofGroups = modules.flatMap(({ relativeModuleId: file, children }) =>
      [...children.allSuites()].flatMap((group) =>
        group.errors().map((error) => describe({ file, name: group.fullName }, error)),
      ),
    );
    const errors = [...ofGroups, ...uncaught.map((error) => describe(null, error))];
    if (process.env.STRAY_ERRORS) writeFileSync(process.env.STRAY_ERRORS, JSON.stringify(errors));
  }
}

function describe(group: StrayError['group'], { stack, message }: SerializedError): StrayError {
  return { group, message: stack ?? message };
}
