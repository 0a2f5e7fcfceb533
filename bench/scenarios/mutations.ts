import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { cleanUpLater } from '../support/clean-up.ts';
import { say } from '../support/report.ts';

export const description =
  'faults that a tool makes in the rules and the ledger, and how many the tests catch';

type Mutants = Awaited<ReturnType<Stryker['runMutationTest']>>;

process.chdir(resolve(import.meta.dirname, '../..'));

/** The code to mutate, and the tests that should notice (`bench/support/mutations-*.config.ts`). */
const scopes: Record<string, string[]> = {
  core: ['src/core/*.ts', '!src/core/*.test.ts'],
  ledger: ['src/server/ledger/*.ts'],
};

/** `-- mutations [core|ledger] [FILE]`: the score of each scope, and every fault that no test caught. */
export async function run([name, file]: string[]): Promise<void> {
  for (const [scope, files] of Object.entries(scopes)) {
    if (name === undefined || name === scope) await mutate(scope, file ? [file] : files);
  }
}

async function mutate(scope: string, files: string[]): Promise<void> {
  const tempDirName = await mkdtemp(join(tmpdir(), 'everycent-mutations-'));
  cleanUpLater(() => rm(tempDirName, { recursive: true, force: true }));
  const mutants = await new Stryker({
    mutate: files,
    testRunner: 'vitest',
    vitest: { configFile: `bench/support/mutations-${scope}.config.ts`, related: false },
    ignorePatterns: ['data', 'dist', 'docs', 'test-results', 'src/web'],
    // Stryker would only adjust its paths, and fails with a compiler without an API.
    tsconfigFile: 'none',
    // It takes minutes: a line now and then says how many.
    reporters: ['progress-append-only'],
    tempDirName,
    concurrency: 2,
    // A test with a database takes longer than a test of a rule.
    timeoutMS: 60_000,
  }).runMutationTest();
  report(scope, mutants);
}

function report(scope: string, mutants: Mutants): void {
  const made = mutants.filter(({ status }) => status !== 'Ignored');
  const caught = made.filter(({ status }) =>
    ['Killed', 'Timeout', 'RuntimeError'].includes(status),
  );
  for (const mutant of made) {
    if (caught.includes(mutant)) continue;
    const { fileName, location, mutatorName, replacement, status } = mutant;
    say(
      `  ${status}  ${relative('.', fileName)}:${location.start.line}  ${mutatorName}: ${replacement}`,
    );
  }
  say(`${scope}: ${caught.length} of ${made.length} faults caught`);
}
