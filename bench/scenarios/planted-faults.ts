import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cleanUpLater } from '../support/clean-up.ts';
import { type Fault, faults } from '../support/faults.ts';
import { say } from '../support/report.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'faults planted into a copy of the code, and whether the tests catch them';

const project = resolve(import.meta.dirname, '../..');
const copied = [
  'src',
  'test',
  'dist',
  'migrations',
  'scripts',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vitest.config.ts',
  'tsconfig.json',
];

/** `-- planted-faults [WORDS]`: all faults, or those whose names contain the words. */
export async function run(words: string[]): Promise<{ planted: number; caught: number }> {
  const chosen = faults.filter(({ name }) => name.includes(words.join(' ')));
  const copy = await mkdtemp(join(tmpdir(), 'everycent-faults-'));
  cleanUpLater(() => rm(copy, { recursive: true, force: true }));
  buildWeb();
  for (const name of copied) {
    // With their times, by which the copy knows that it is built.
    const options = { recursive: true, preserveTimestamps: true };
    await cp(join(project, name), join(copy, name), options);
  }
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));

  let caught = 0;
  for (const fault of chosen) {
    const isCaught = await plant(copy, fault);
    if (isCaught) caught++;
    say(`${isCaught ? 'caught' : 'MISSED'}  ${fault.name}`);
  }
  say(`\n${caught} of ${chosen.length} planted faults were caught.`);
  if (caught < chosen.length) process.exitCode = 1;
  return { planted: chosen.length, caught };
}

/** Whether the tests that should catch the fault fail with it. CI shows that they pass without it. */
async function plant(
  copy: string,
  { file, from, to, tests, project: testProject }: Fault,
): Promise<boolean> {
  const path = join(copy, file);
  const original = await readFile(path, 'utf8');
  await writeFile(
    path,
    original.replace(from, () => to),
  );
  const report = join(copy, 'report.json');
  await rm(report, { force: true });
  spawnSync(
    join(project, 'node_modules/.bin/vitest'),
    [
      'run',
      '--bail',
      '1',
      '--project',
      testProject ?? 'embedded',
      ...tests,
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    // Only before a release do all files run on PostgreSQL.
    {
      cwd: copy,
      stdio: 'ignore',
      env: { ...process.env, RELEASE: testProject === 'postgres' ? '1' : '' },
    },
  );
  await writeFile(path, original);
  const { success, numTotalTests } = JSON.parse(await readFile(report, 'utf8'));
  if (numTotalTests === 0) throw new Error(`No test of ${tests.join(', ')} ran.`);
  // Also what is found after the last test of a file, such as a difference in the ledger.
  return !success;
}
