import { existsSync, globSync, readFileSync } from 'node:fs';
import { bothDatabases } from '#test/both-databases.ts';
import { budgets } from '#test/budgets.ts';
import { readSources } from './source-rules.ts';
import { firstSentence } from './support/first-sentence.ts';
import { schemaFile } from './support/generate-schema.ts';

/**
 * Enforces what `docs/architecture.md` describes: files are what their names or first sentences say, sources contain
 * nothing that could run user input, and documents name only files that exist.
 */

const problems: string[] = [];

/** What the name of a file promises, and how to check it. */
const promises: { files: string; kept: (text: string) => boolean; because: string }[] = [
  {
    files: 'src/web/**/*-table.tsx',
    kept: (text) => /<(\w*Table|table)\b/.test(text),
    because: 'a -table draws a table',
  },
  {
    files: 'src/web/**/*-form.tsx',
    kept: (text) => /<(\w*Form|form|FilterPanel|FilterText)\b/.test(text),
    because: 'a -form draws a form',
  },
  {
    files: 'src/web/**/*-modal.tsx',
    kept: (text) => /<\w*(Dialog|Modal)\b/.test(text),
    because: 'a -modal opens over the page',
  },
  {
    files: 'src/server/**/policy.ts',
    kept: (text) =>
      !/from '(kysely|pg-boss|node:fs.*|#server\/platform\/(db|mail|jobs)\/.*)'/.test(text),
    because: 'a policy decides and does no I/O',
  },
  {
    files: 'src/server/**/queries.ts',
    kept: (text) => !/\.(insertInto|updateTable|deleteFrom)\(/.test(text),
    because: 'queries change nothing',
  },
  {
    files: 'src/server/**/emails.ts',
    kept: (text) => !/from '(kysely|#server\/platform\/db\/schema.ts)'/.test(text),
    because: 'emails are written from what they are given',
  },
];
for (const { files, kept, because } of promises) {
  for (const path of globSync(files)) {
    if (!kept(readFileSync(path, 'utf8'))) problems.push(`${path}: its name says that ${because}.`);
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

// Where no project of vitest.config.ts looks for it, a test never runs.
for (const path of globSync('{src,test,scripts,bench}/**/*.test.{ts,tsx}')) {
  if (/^(test\/[^/]+\/[^/]+\.test\.ts|src\/(core|contract|web)\/.*)$/.test(path)) continue;
  problems.push(`${path}: no test runs there.`);
}

// What is not there, the web application cannot call.
const contractIndex = readFileSync('src/contract/index.ts', 'utf8');
for (const path of globSync('src/contract/**/*.ts')) {
  if (!readFileSync(path, 'utf8').includes('= endpoint(')) continue;
  const line = `export * from '${path.replace('src', '#')}';`.replace('#/', '#');
  if (!contractIndex.includes(line))
    problems.push(`src/contract/index.ts: add this line in its order: ${line}`);
}

const sourceLines = globSync('src/**/*.*', { exclude: ['**/*.test.*'] })
  .map((path) => readFileSync(path, 'latin1').split('\n').length - 1)
  .reduce((sum, lines) => sum + lines, 0);
if (sourceLines > budgets.sourceLines) {
  problems.push(`src has ${sourceLines} lines, at most ${budgets.sourceLines} (test/budgets.ts).`);
}

// What was measured is true for the code of that day.
const daysUntilOld = 30;
for (const report of ['docs/test-release.md', 'docs/reliability.md']) {
  const text = readFileSync(report, 'utf8');
  const [, command] = /Written by `(.+?)`/.exec(text) ?? [];
  const [day = ''] = [...text.matchAll(/\bon (\d{4}-\d\d-\d\d)/gi)].map(([, one]) => one).sort();
  const days = Math.floor((Date.now() - Date.parse(day)) / 86_400_000);
  if (Number.isNaN(days)) problems.push(`${report}: does not say when it was written.`);
  if (days > daysUntilOld) {
    process.stdout.write(`Note: ${report} is ${days} days old: run \`${command}\`.\n`);
  }
}

const named = globSync('test/**/*.both.test.ts').map((path) =>
  path.slice(5, -'.both.test.ts'.length),
);
for (const name of new Set([...named, ...Object.keys(bothDatabases)])) {
  if (named.includes(name) && name in bothDatabases) continue;
  problems.push(
    `test/${name}.both.test.ts: it is there exactly if test/both-databases.ts has a reason.`,
  );
}

// A file whose name a newcomer cannot guess from the conventions says what it decides: `npm run where` prints it.
for (const path of globSync('src/{core,server}/**/*.ts')) {
  const hasKnownName = /(\/(routes|commands|queries|policy|emails|jobs)|\.test|\.d)\.ts$/.test(
    path,
  );
  if (hasKnownName || path === schemaFile || firstSentence(readFileSync(path, 'utf8'))) continue;
  problems.push(
    `${path}: its first comment has to begin with a sentence that says what it decides.`,
  );
}

// An act has a file of its own, so what is left to `commands.ts` is short.
const commandLines = 250;
for (const path of globSync('src/server/**/commands.ts')) {
  const lines = readFileSync(path, 'utf8').split('\n').length - 1;
  if (lines <= commandLines) continue;
  problems.push(
    `${path} has ${lines} lines, at most ${commandLines}: give each act a file named after it.`,
  );
}

// What a block is about should be found in the names of its tests: a longer one is about several things.
const blockLines = 150;
for (const path of globSync(['test/**/*.ts', 'src/**/*.test.{ts,tsx}'])) {
  const lines = readFileSync(path, 'utf8').split('\n');
  for (const [start, line] of lines.entries()) {
    const [, indent] = /^( *)(?:test\.)?describe\b.*[^;]$/.exec(line) ?? [];
    if (indent === undefined) continue;
    const ends = [`${indent}});`, `${indent});`];
    const end = lines.findIndex((one, index) => index > start && ends.includes(one));
    if (end - start < blockLines) continue;
    problems.push(
      `${path}: the describe on lines ${start + 1} to ${end + 1} has ${end - start + 1} lines, at most ${blockLines}: split it by what it is about.`,
    );
  }
}

// Only a hint: a file may be long because it does two things, or because it does one long thing.
const readableLines = 300;
for (const path of globSync('{src,test,scripts,bench}/**/*.{ts,tsx,css}')) {
  if (path === schemaFile) continue;
  const lines = readFileSync(path, 'utf8').split('\n').length - 1;
  if (lines > readableLines) process.stdout.write(`Hint: ${path} has ${lines} lines.\n`);
}

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
