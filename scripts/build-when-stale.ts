import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createLogger, logInto } from '#server/platform/logger.ts';

/** Builds the web application if there is no whole build, or if a source file is newer than it. */

const sources = globSync([
  'src/{web,core,contract}/**/*',
  'scripts/web-build/*',
  // What the API reference is made with.
  'src/server/platform/http/{contract-exports,make-api-document,route-schema}.ts',
  'vite.config.ts',
  'package-lock.json',
]);
// What the browser loads, what the server draws with, and the API reference: a build may end between them.
const outputs = [
  'dist/web/.vite/manifest.json',
  'dist/site/render.js',
  'dist/api-docs/openapi.json.gz',
];

if (stateOfBuild() !== 'fresh') {
  const lock = lockBuild();
  const state = stateOfBuild();
  if (state !== 'fresh') build(state);
  lock?.close();
}

/** One build at a time: each empties the folders that it writes to. SQLite ends its lock with the process. */
function lockBuild(): DatabaseSync | null {
  try {
    mkdirSync('node_modules/.cache', { recursive: true });
    const lock = new DatabaseSync('node_modules/.cache/build.lock', { timeout: 600_000 });
    lock.exec('begin exclusive');
    return lock;
  } catch {
    // Where nothing can be written, the build says so.
    return null;
  }
}

function stateOfBuild(): 'fresh' | 'stale' | 'missing' {
  const times = outputs.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs);
  if (times.includes(undefined)) return 'missing';
  const built = Math.min(...times.map(Number));
  return sources.some((path) => statSync(path).mtimeMs > built) ? 'stale' : 'fresh';
}

function build(state: 'stale' | 'missing'): void {
  createLogger('info').info('Building the web application …');
  const { status, error } = spawnSync('vite', ['build', '--app', '--logLevel', 'warn'], {
    stdio: 'inherit',
    // Whatever the caller's environment says (a test sets it to "test"): React's development build is half as
    // large again.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  process.exitCode = status ?? 1;
  if (error) {
    const what = state === 'missing' ? 'missing' : 'older than this software';
    createLogger('info', logInto(process.stderr)).fatal(
      `The built web application (dist/web) is ${what}, and what builds it is not installed here. Install a release, which brings it (docs/operations.md, section 2), or build it here: npm ci, then npm run build.`,
    );
  }
}
