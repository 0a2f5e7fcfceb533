import { spawn } from 'node:child_process';

/** Everything that can be checked without running the code, in parallel. */

// The checks share the processors anyway, and a second checker would work out most types again.
const oneChecker = ['--checkers', '1'];
const checks = {
  'types of server and tests': ['tsc', '-p', '.', ...oneChecker],
  'types of the web application': ['tsc', '-p', 'src/web', ...oneChecker],
  'types of the browser tests': ['tsc', '-p', 'test/e2e', ...oneChecker],
  'format and lint': ['biome', 'check', '--error-on-warnings'],
  'unused files, exports, and dependencies': ['knip', '--no-progress'],
  structure: ['node', 'scripts/check-structure.ts'],
  'direction of imports': ['node', 'scripts/check-imports.ts'],
  'classes of the styles': ['node', 'scripts/check-styles.ts'],
  'specification coverage': ['node', 'scripts/check-spec-coverage.ts'],
};

const results = await Promise.all(
  Object.entries(checks).map(async ([name, [command = '', ...args]]) => {
    const { code, output } = await run(command, args);
    process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}\n`);
    // A note is worth reading, and no reason to stop.
    const notes = output.split('\n').filter((line) => line.startsWith('Note: '));
    if (code !== 0 || notes.length > 0) {
      process.stdout.write(`${code !== 0 ? output : notes.join('\n')}\n`);
    }
    return code === 0;
  }),
);
const failed = results.filter((isOk) => !isOk).length;
process.stdout.write(failed === 0 ? 'All checks passed.\n' : `${failed} checks failed.\n`);
process.exitCode = failed === 0 ? 0 : 1;

function run(command: string, args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    // The compiler is written in Go, and collects its garbage less often: its memory is free again within seconds.
    const env = { ...process.env, GOGC: '400' };
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
