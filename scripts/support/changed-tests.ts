import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';

/** Always run: a fault there loses money. */
const money = ['test/ledger/', 'test/spending/'];

/** What guards every endpoint reads all of the contract, so no import says what it is about. */
const guards = [
  ...['access', 'bad-input', 'extra-fields', 'http', 'injected-fields'].map(
    (name) => `test/platform/${name}.test.ts`,
  ),
];

interface Chosen {
  tests: string[];
  /** Changed files of which no test is known, except the checks and the unit tests. */
  without: string[];
}

/**
 * The tests that a change may break at first sight, of a project in a folder: those that changed themselves, that import a
 * file that changed, themselves or by a helper, or that are named after the same feature; those of the same domain that
 * import something of the feature; and those of the ledger and of spending. Those that wait for the release are left out.
 */
export function testsOfChange(root: string, changed: string[]): Chosen {
  const all = globSync('test/*/**/*.{test,e2e}.ts', { cwd: root })
    .filter((path) => !path.includes('.release.'))
    .map((path) => ({ path, imports: importsOf(root, path) }));
  const byFile = changed.map((file) => ({
    file,
    tests: [
      ...all.filter((test) => concerns(test, file)).map(({ path }) => path),
      ...guardsOf(all, file),
    ],
  }));
  const always = all
    .map(({ path }) => path)
    .filter((path) => money.some((one) => path.startsWith(one)));
  return {
    tests: [...new Set([...always, ...byFile.flatMap(({ tests }) => tests)])].sort(),
    without: byFile
      .filter(({ file, tests }) => tests.length === 0 && !isCheckedOtherwise(file))
      .map(({ file }) => file),
  };
}

interface TestFile {
  path: string;
  imports: string[];
}

function concerns({ path, imports }: TestFile, file: string): boolean {
  const feature = featureOf(file);
  return (
    path === file ||
    imports.includes(file) ||
    featureOf(path) === feature ||
    (domainOf(featureOf(path)) === domainOf(feature) &&
      domainOf(feature) !== undefined &&
      imports.some((imported) => featureOf(imported) === feature))
  );
}

/** What looks at a file without an import of it. */
function guardsOf(all: TestFile[], file: string): string[] {
  const found: string[] = [];
  const domain = domainOf(featureOf(file));
  if (/^src\/contract\/|\/routes\.ts$/.test(file)) {
    found.push(...guards, ...(domain ? [`test/${domain}/bad-input.test.ts`] : []));
  }
  if (/^migrations\/|^src\/server\/platform\/db\//.test(file)) {
    found.push('test/platform/migrations.both.test.ts', 'test/platform/generated-schema.test.ts');
  }
  if (/^src\/web\//.test(file)) {
    found.push('test/e2e/site/main-job.e2e.ts');
    // What all pages share.
    if (!domain) found.push('test/e2e/site/pages.e2e.ts', 'test/e2e/site/dialogs.e2e.ts');
    // Tests in the browser import nothing of the web application, and few are named after one of its features.
    const isNamed = all.some(
      ({ path }) => path.includes('/e2e/') && featureOf(path) === featureOf(file),
    );
    if (domain && !isNamed) {
      found.push(
        ...all.map(({ path }) => path).filter((path) => path.startsWith(`test/e2e/${domain}/`)),
      );
    }
  }
  return found.filter((path) => all.some((one) => one.path === path));
}

/** By the checks, by unit tests beside the code, or by people who read it. */
function isCheckedOtherwise(file: string): boolean {
  return /^src\/core\/|\.(md|png|svg)$|^\.git|^test\/budgets\.ts$|\.release\./.test(file);
}

/**
 * "giving/deposits" for each file of that feature, in whichever part of the project; otherwise the file itself. A domain
 * without features is its own: "privacy/privacy".
 */
function featureOf(path: string): string {
  if (path.startsWith('test/support/')) return path;
  const [, only] = /^src\/(?:server|web\/(?:admin|site))\/([\w-]+)\/[^/]+$/.exec(path) ?? [];
  if (only !== undefined) return `${only}/${only}`;
  const parts =
    /^(?:src\/(?:contract|server|web\/(?:admin|site))|test(?:\/e2e)?)\/([\w-]+\/[\w-]+)[./]/;
  return parts.exec(path)?.[1] ?? path;
}

/** "giving" of "giving/deposits". */
function domainOf(feature: string): string | undefined {
  return /^([\w-]+)\/[\w-]+$/.exec(feature)?.[1];
}

/** What a file of tests imports, and what the helpers of tests among these import. */
function importsOf(root: string, path: string, known = new Set<string>()): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  for (const [, name = ''] of text.matchAll(/ from '([#.][^']+)'/g)) {
    const imported = name.startsWith('#')
      ? name.replace(/^#(?!test\/)/, 'src/').replace(/^#/, '')
      : normalize(join(path, '..', name));
    if (known.has(imported)) continue;
    known.add(imported);
    const isHelper = /^(?:test|scripts|bench)\//.test(imported) && existsSync(join(root, imported));
    if (isHelper && !isWidelyUsed(imported)) importsOf(root, imported, known);
  }
  return [...known];
}

/** What nearly every test needs says nothing about what it is for. */
function isWidelyUsed(path: string): boolean {
  return ['app', 'browser', 'factories'].some((name) => path === `test/support/${name}.ts`);
}
