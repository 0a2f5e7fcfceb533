import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Always run: a fault there loses money. */
const money = ['test/ledger/', 'test/spending/'];

/**
 * The tests that a change may break at first sight, of a project in a folder: those that changed themselves, those that are
 * named after the same feature or import something of it or what changed, and those of the ledger and of spending. What everything is built
 * on (`platform`, migrations) has no tests of its own that would be enough.
 */
export function testsOfChange(root: string, changed: string[]): string[] {
  const features = new Set(changed.map(featureOf));
  return globSync('test/*/**/*.{test,e2e}.ts', { cwd: root })
    .filter(
      (path) =>
        changed.includes(path) ||
        features.has(featureOf(path)) ||
        money.some((folder) => path.startsWith(folder)) ||
        importsOf(join(root, path)).some((imported) => features.has(featureOf(imported))),
    )
    .sort();
}

/** "giving/deposits" for each file of that feature, in whichever part of the project; otherwise the file itself. */
function featureOf(path: string): string {
  const parts =
    /^(?:src\/(?:contract|server|web\/(?:admin|site))|test(?:\/e2e)?)\/(\w+\/[\w-]+)[./]/;
  const [, feature] = path.startsWith('test/support/') ? [] : (parts.exec(path) ?? []);
  return feature ?? path;
}

function importsOf(path: string): string[] {
  const imports = readFileSync(path, 'utf8').matchAll(/ from '#([^']+)'/g);
  return [...imports].map(([, name = '']) => (name.startsWith('test/') ? name : `src/${name}`));
}
