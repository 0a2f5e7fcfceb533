import { spawn } from 'node:child_process';

/** Everything that can be checked without running the code, in parallel. */

const checks = {
  'format and lint': ['biome', 'check', '--error-on-warnings'],
  'types of server and tests': ['tsc', '-p', '.'],
  'types of the browser tests': ['tsc', '-p', 'test/e2e'],
  'types of the web application': ['tsc', '-p', 'src/web'],
  'unused files, exports, and dependencies': ['knip', '--no-progress'],
  structure: ['node', 'scripts/check-structure.ts'],
  'direction of imports': ['node', 'scripts/check-imports.ts'],
  'specification coverage': ['node', 'scripts/check-spec-coverage.ts'],
};

const results = await Promise.all(
  Object.entries(checks).map(async ([name, [command = '', ...args]]) => {
    const { code, output } = await run(command, args);
    process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}\n`);
    if (code !== 0) process.stdout.write(`${output}\n`);
    return code === 0;
  }),
);
const failed = results.filter((isOk) => !isOk).length;
process.stdout.write(failed === 0 ? 'All checks passed.\n' : `${failed} checks failed.\n`);
process.exitCode = failed === 0 ? 0 : 1;

function run(command: string, args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
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
