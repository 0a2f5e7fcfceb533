import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { createLogger, logInto } from '#server/platform/logger.ts';

/** Builds the web application if there is no whole build, or if a source file is newer than it. */

const sources = globSync([
  'src/{web,core,contract}/**/*',
  'scripts/web-build/*',
  // What the API reference is made with.
  'src/server/platform/http/{make-api-document,route-schema}.ts',
  'vite.config.ts',
  'package-lock.json',
]);
// What the browser loads, what the server draws with, and the API reference: a build may end between them.
const parts = [
  'dist/web/.vite/manifest.json',
  'dist/site/render.js',
  'dist/api-docs/openapi.json.br',
].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs);
const built = parts.includes(undefined) ? undefined : Math.min(...parts.map(Number));

if (built === undefined || sources.some((path) => statSync(path).mtimeMs > built)) {
  createLogger('info').info('Building the web application …');
  const { status, error } = spawnSync('vite', ['build', '--app', '--logLevel', 'warn'], {
    stdio: 'inherit',
    // Whatever the caller's environment says (a test sets it to "test"): React's development build is half as
    // large again.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  process.exitCode = status ?? 1;
  if (error) {
    const what = built === undefined ? 'missing' : 'older than this software';
    createLogger('info', logInto(process.stderr)).fatal(
      `The built web application (dist/web) is ${what}, and what builds it is not installed here. Install a release, which brings it (docs/operations.md, section 2), or build it here: npm ci, then npm run build.`,
    );
  }
}
