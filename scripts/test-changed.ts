import { spawnSync } from 'node:child_process';
import { postgresObstacle } from '#test/support/postgres.ts';
import { findOrInstallChromium } from './find-chromium.ts';
import { testsOfChange } from './support/changed-tests.ts';

/**
 * `npm run test:changed [-- BRANCH]`: what every commit should pass, in a few minutes: the checks, the unit tests, and
 * the tests of what has changed since the branch (`main`, or as it was last fetched). `npm test` runs everything.
 */

const [branch = 'main'] = process.argv.slice(2);
const base =
  git('merge-base', 'HEAD', branch)?.[0] ?? git('merge-base', 'HEAD', `origin/${branch}`)?.[0];
const changed = base && [
  ...(git('diff', '--name-only', base) ?? []),
  ...(git('ls-files', '--others', '--exclude-standard') ?? []),
];
if (!changed) {
  process.stderr.write(`There is no branch ${branch}, here or at origin, to compare with.\n`);
  process.exit(1);
}
const { tests, without } = testsOfChange('.', changed);
const browser = tests.filter((path) => path.endsWith('.e2e.ts'));
const server = tests.filter((path) => path.endsWith('.test.ts'));
process.stdout.write(
  `${changed.length} changed files: ${server.length + browser.length} files of tests.\n`,
);
const obstacle = await postgresObstacle();
const projects = ['embedded', ...(obstacle === null ? ['postgres'] : [])];

run('node', ['scripts/check.ts']);
run('vitest', ['run', '--project', 'core', '--reporter=dot']);
run('vitest', [
  'run',
  ...projects.flatMap((name) => ['--project', name]),
  '--reporter=dot',
  ...server,
]);
if (browser.length > 0) {
  // Some wait for the release, and all that were chosen may.
  run('playwright', ['test', '--reporter=dot', '--pass-with-no-tests', ...browser], {
    CHROMIUM_PATH: findOrInstallChromium() ?? '',
  });
}
process.stdout.write('What has changed passes.\n');
if (obstacle !== null) process.stdout.write(`Nothing ran on PostgreSQL: ${obstacle}\n`);
if (without.length > 0) {
  process.stdout.write(`No test was chosen for ${without.join(', ')}: run \`npm test\`.\n`);
}

/** Ends with the first that fails. */
function run(command: string, args: string[], env: Record<string, string> = {}): void {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** The lines that a command of git prints; null if it fails. */
function git(...args: string[]): string[] | null {
  const { stdout, status } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : null;
}
