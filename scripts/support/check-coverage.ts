import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTests, type WrittenTest } from './read-tests.ts';

const document = 'docs/spec-coverage.md';

/**
 * Checks the document that says which test shows which statement of the specification. Each row names a statement
 * and its tests, as `path › title`. Every test must exist and run, and the words in backticks in the statement must
 * occur in the code of one of the tests: in its texts, patterns, names, and numbers, or in those of its cases and
 * helpers. The counts in the document must be right.
 */
export function checkCoverage(root: string): {
  covered: number;
  uncovered: number;
  problems: string[];
} {
  const text = readFileSync(join(root, document), 'utf8');
  const [withTests = '', withoutTests = ''] = text.split(/^## Without a test$/m);
  const [rows, without] = [rowsOf(withTests), rowsOf(withoutTests)];
  const counts = `**${rows.length + without.length} statements**: ${rows.length} with a test, ${without.length} without.`;
  const problems = [
    ...rows.flatMap(([statement = '', tests = '']) =>
      problemsOfRow(root, statement, tests).map((problem) => `"${statement}": ${problem}`),
    ),
    ...without.flatMap(([statement, reason]) => (reason ? [] : `"${statement}": says no reason.`)),
    ...(text.includes(counts) ? [] : [`${document} must say "${counts}"`]),
  ];
  return { covered: rows.length, uncovered: without.length, problems };
}

/** The cells of the rows of all tables, without their heads. */
function rowsOf(part: string): string[][] {
  const isTable = (line = '') => line.startsWith('|');
  return part
    .split('\n')
    .filter(
      (line, index, all) => isTable(line) && isTable(all[index - 1]) && !/^[| :-]+$/.test(line),
    )
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function problemsOfRow(root: string, statement: string, cell: string): string[] {
  const [keys, named] = [inBackticks(statement), inBackticks(cell)];
  if (keys.length === 0) return ['has no words in backticks.'];
  if (named.length === 0) return ['names no test.'];
  const found = named.map((name) => findTest(root, name));
  const missing = found.filter((one) => typeof one === 'string');
  if (missing.length > 0) return missing;
  const said = found.flatMap((one) => (typeof one === 'string' ? [] : one.says));
  return keys
    .filter((key) => !said.some((word) => contains(word, key)))
    .map((key) => `no test that it names says \`${key}\`.`);
}

const inBackticks = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** The test `path › title`, or `path › block › title` if the title alone is not enough; else what is wrong. */
function findTest(root: string, name: string): WrittenTest | string {
  const [path = '', ...titles] = name.split(' › ');
  if (!existsSync(join(root, path))) return `${path} does not exist.`;
  const matching = readTests(root, path).filter(({ blocks, title }) =>
    ` › ${[...blocks, title].join(' › ')}`.endsWith(` › ${titles.join(' › ')}`),
  );
  const [test] = matching;
  if (test === undefined) return `${path} has no test "${titles.join(' › ')}".`;
  if (matching.length > 1) return `${path} has several tests "${titles.join(' › ')}".`;
  return test.skipped ? `${name} does not run: ${test.skipped}.` : test;
}

/** Whether a text contains a key as whole words. */
function contains(word: string, key: string): boolean {
  for (let at = word.indexOf(key); at >= 0; at = word.indexOf(key, at + 1)) {
    const isCut = (outside = '', edge = '') => /\w/.test(outside) && /\w/.test(edge);
    if (!isCut(word[at - 1], key[0]) && !isCut(word[at + key.length], key.at(-1))) return true;
  }
  return false;
}
