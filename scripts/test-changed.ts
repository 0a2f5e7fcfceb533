import { spawnSync } from 'node:child_process';
import { findOrInstallChromium } from './find-chromium.ts';
import { testsOfChange } from './support/changed-tests.ts';

/**
 * `npm run test:changed [-- BRANCH]`: what every commit should pass, in a few minutes: the checks, the unit tests, and
 * the tests of what has changed since the branch (`main`, or as it was last fetched). `npm test` runs everything.
 */

const [branch = 'main'] = process.argv.slice(2);
const base = git('merge-base', 'HEAD', branch)[0] ?? branch;
const changed = [
  ...git('diff', '--name-only', base),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const tests = testsOfChange('.', changed);
const browser = tests.filter((path) => path.endsWith('.e2e.ts'));
const server = tests.filter((path) => path.endsWith('.test.ts'));
process.stdout.write(
  `${changed.length} changed files: ${server.length + browser.length} files of tests.\n`,
);

run('node', ['scripts/check.ts']);
run('vitest', ['run', '--project', 'core', '--reporter=dot']);
run('vitest', ['run', '--project', 'embedded', '--reporter=dot', ...server]);
if (browser.length > 0) {
  run('node', ['scripts/build-when-stale.ts']);
  run('playwright', ['test', '--reporter=dot', ...browser], {
    CHROMIUM_PATH: findOrInstallChromium() ?? '',
  });
}
process.stdout.write('What has changed passes. `npm test` runs everything.\n');

/** Ends with the first that fails. */
function run(command: string, args: string[], env: Record<string, string> = {}): void {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** The lines that a command of git prints. */
function git(...args: string[]): string[] {
  const { stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}
