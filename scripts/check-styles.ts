import { globSync, readFileSync } from 'node:fs';

/**
 * Compares the classes that the web application names with those that its styles have: nobody sees a typo in a class, or
 * that the last element with it is gone. The classes of `src/web/theme/` are named in texts, those of a CSS module as
 * properties of what is imported from it.
 */

const problems: string[] = [];
const components = globSync('src/web/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).map((path) => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(path, 'utf8'),
}));

/** The classes that a style sheet has rules for. */
function classesOf(path: string): Set<string> {
  const rules = readFileSync(path, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    // What another sheet, or a library, calls so; and what is no class, such as a length or an address.
    .replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}')
    .replaceAll(/"[^"]*"/g, '');
  return new Set([...rules.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name));
}

/** The words of the classes that a component gives to its elements. */
function classesIn(text: string): string[] {
  return [...text.matchAll(/className\s*=\s*("[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g)].flatMap(
    ([, value = '']) =>
      [...value.replaceAll(/\$\{[^{}]*\}/g, ' ').matchAll(/(["'`])([\w\s-]*)\1/g)].flatMap(
        ([, , words = '']) => words.split(/\s+/).filter(Boolean),
      ),
  );
}

const shared = new Set(globSync('src/web/theme/*.css').flatMap((path) => [...classesOf(path)]));
const named = new Set<string>();
for (const { path, text } of components) {
  for (const name of classesIn(text)) {
    named.add(name);
    if (!shared.has(name)) problems.push(`${path}: nothing in src/web/theme defines "${name}".`);
  }
}
for (const name of shared) {
  if (!named.has(name)) problems.push(`src/web/theme: no element has the class "${name}".`);
}

const modules = globSync('src/web/**/*.module.css').map((path) => path.replaceAll('\\', '/'));
for (const path of modules) {
  const used = new Set<string>();
  const has = classesOf(path);
  for (const { path: component, text } of components) {
    const [, variable] = new RegExp(`import (\\w+) from '#web/${path.slice(8)}'`).exec(text) ?? [];
    if (variable === undefined) continue;
    for (const [, name = ''] of text.matchAll(
      new RegExp(`(?<![\\w./-])${variable}\\.(\\w+)`, 'g'),
    )) {
      used.add(name);
      if (!has.has(name)) problems.push(`${component}: ${path} has no class "${name}".`);
    }
  }
  for (const name of has) {
    if (!used.has(name)) problems.push(`${path}: no element has the class "${name}".`);
  }
}

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${modules.length} modules read, ${problems.length} problems.\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
