import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';

/** Builds the web application if there is no build, or if a source file is newer than it. */

const sources = globSync([
  'src/{web,core,contract}/**/*',
  'scripts/web-build/*',
  'vite.config.ts',
  'package-lock.json',
]);
const built = statSync('dist/web/.vite/manifest.json', { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (sources.some((path) => statSync(path).mtimeMs > built)) {
  process.stdout.write('Building the web application …\n');
  const { status } = spawnSync('vite', ['build', '--app', '--logLevel', 'warn'], {
    stdio: 'inherit',
    // Whatever the caller's environment says (a test sets it to "test"): React's development build is half as
    // large again.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  process.exitCode = status ?? 1;
}
