import { checkCoverage } from './support/check-coverage.ts';

/** Checks `docs/spec-coverage.md`, as `support/check-coverage.ts` describes. */

const { covered, uncovered, problems } = checkCoverage('.');
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${covered} statements with a test, ${uncovered} without, ${problems.length} problems.\n`,
);
process.exitCode = problems.length === 0 && covered > 0 ? 0 : 1;
