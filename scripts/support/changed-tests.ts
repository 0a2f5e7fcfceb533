import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Always run: a fault there loses money. */
const money = ['test/ledger/', 'test/spending/'];

/**
 * The tests that a change may break at first sight, of a project in a folder: those that changed themselves, that import a
 * file that changed, or that are named after the same feature; those of the same domain that import something of the feature;
 * and those of the ledger and of spending. What everything is built on (`platform`, migrations) has no tests of its own that
 * would be enough.
 */
export function testsOfChange(root: string, changed: string[]): string[] {
  const features = new Set(changed.map(featureOf));
  const domains = new Set([...features].map(domainOf));
  return globSync('test/*/**/*.{test,e2e}.ts', { cwd: root })
    .filter((path) => {
      const imports = importsOf(join(root, path));
      return (
        changed.includes(path) ||
        imports.some((imported) => changed.includes(imported)) ||
        features.has(featureOf(path)) ||
        (domains.has(domainOf(featureOf(path))) &&
          imports.some((imported) => features.has(featureOf(imported)))) ||
        money.some((folder) => path.startsWith(folder))
      );
    })
    .sort();
}

/** "giving/deposits" for each file of that feature, in whichever part of the project; otherwise the file itself. */
function featureOf(path: string): string {
  const parts =
    /^(?:src\/(?:contract|server|web\/(?:admin|site))|test(?:\/e2e)?)\/(\w+\/[\w-]+)[./]/;
  const [, feature] = path.startsWith('test/support/') ? [] : (parts.exec(path) ?? []);
  return feature ?? path;
}

/** "giving" of "giving/deposits". */
function domainOf(feature: string): string | undefined {
  return /^(\w+)\/[\w-]+$/.exec(feature)?.[1];
}

function importsOf(path: string): string[] {
  const imports = readFileSync(path, 'utf8').matchAll(/ from '#([^']+)'/g);
  return [...imports].map(([, name = '']) => (name.startsWith('test/') ? name : `src/${name}`));
}
