import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readSources } from './source-rules.ts';

/**
 * Keeps the layout that `docs/architecture.md` describes: the closed vocabulary of file names inside
 * features, files of a readable length, sources without what could run what somebody sent, and documents that
 * name only files that exist.
 */

const problems: string[] = [];

const vocabulary: Record<string, RegExp> = {
  'src/server/features/*/*': /^(routes|commands|queries|policy|emails|jobs|webhooks)\.ts$/,
  // What a payment provider needs besides.
  'src/server/features/payments/*':
    /^(routes|commands|queries|policy|emails|jobs|webhooks|provider|stripe|test-payments)\.ts$/,
  'src/web/features/**/*':
    /^(queries\.ts|columns\.tsx|routes\.tsx?|[a-z-]+-(page|form|modal|table)\.tsx|admin|[a-z-]+)$/,
};
for (const [pattern, allowed] of Object.entries(vocabulary)) {
  const isGeneral = pattern === 'src/server/features/*/*';
  for (const path of globSync(pattern)) {
    if (isGeneral && path.startsWith('src/server/features/payments/')) continue;
    if (!allowed.test(basename(path))) {
      problems.push(
        `${path}: a feature has no file of this name. Use one of the names in docs/architecture.md, or add one there with a decision record.`,
      );
    }
  }
}

const longestFile = 300;
for (const path of globSync('{src,test,scripts,bench}/**/*.{ts,tsx,sql,css}')) {
  const lines = readFileSync(path, 'utf8').split('\n').length - 1;
  if (lines > longestFile) {
    problems.push(`${path}: ${lines} lines, more than ${longestFile}. Split it by what it does.`);
  }
}

for (const { found } of readSources()) problems.push(...found);

for (const document of globSync(['*.md', 'docs/**/*.md', 'bench/*.md'])) {
  for (const [, path = ''] of readFileSync(document, 'utf8').matchAll(
    /`((?:src|docs|test|scripts|bench|migrations)\/[\w./-]*)`/g,
  )) {
    if (!existsSync(path)) problems.push(`${document}: names ${path}, which does not exist.`);
  }
}

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
