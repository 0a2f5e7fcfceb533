import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { checkCoverage } from '../../scripts/support/check-coverage.ts';

const script = resolve('scripts/check-spec-coverage.ts');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

interface Project {
  statement?: string;
  names?: string;
  file?: string;
  /** The rows without a test. */
  without?: string;
  counts?: string;
  more?: Record<string, string>;
}

const passing = `test('the footer has links', async () => {
  expect(footer).toHaveText('Contact Us');
});`;

/** The folder of a project with one statement and one file of tests. */
function aProject({
  statement = 'The footer links `Contact Us`',
  names = '`test/footer.test.ts › the footer has links`',
  file = passing,
  without = '| A page size | Not shown. |',
  counts = '**2 statements**: 1 with a test, 1 without.',
  more = {},
}: Project): string {
  const folder = mkdtempSync(join(tmpdir(), 'everycent-coverage-'));
  folders.push(folder);
  const document = `${counts}

| Statement | Test |
| --- | --- |
| ${statement} | ${names} |

## Without a test

| Statement | Why |
| --- | --- |
${without}
`;
  const files = { 'docs/spec-coverage.md': document, 'test/footer.test.ts': file, ...more };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const problemsOf = (project: Project) => checkCoverage(aProject(project)).problems.join('\n');

const inTest = (code: string) => passing.replace("expect(footer).toHaveText('Contact Us')", code);

describe('a row is fine', () => {
  test.each<[string, Project]>([
    ['whose test says its words', {}],
    ['in a template', { file: inTest(`expect(a).toBe(\`\${b}: Contact Us!\`)`) }],
    ['in a pattern', { file: inTest('expect(a).toMatch(/^Contact\\ Us$/)') }],
    [
      'in a helper',
      { file: `const links = ['Contact Us'];\n${inTest('expect(a).toEqual(links)')}` },
    ],
    [
      'in its cases',
      {
        file: passing
          .replace('test(', "test.each([['Contact Us']])(")
          .replace("'Contact Us');", 'text);'),
      },
    ],
    [
      'in the cases around it',
      {
        file: `for (const text of ['Contact Us']) {\n${inTest('expect(footer).toHaveText(text)')}\n}`,
      },
    ],
    [
      'in an imported helper',
      {
        file: `import { links } from '#test/support/links.ts';\n${inTest('expect(a).toEqual(links)')}`,
        more: { 'test/support/links.ts': "export const links = ['Contact Us'];" },
      },
    ],
    [
      'as an endpoint of the contract',
      {
        statement: '`DELETE /api/causes/:id`',
        file: `import { remove } from '#contract/causes.ts';\n${inTest('call(remove)')}`,
        more: {
          'src/contract/causes.ts': "export const remove = endpoint('DELETE /api/causes/:id', {});",
        },
      },
    ],
    [
      'which is named with its block',
      {
        names: '`test/footer.test.ts › on phones › the footer has links`',
        file: `${passing}\ndescribe('on phones', () => {\n${passing}\n});`,
      },
    ],
  ])('%s', (_, project) => {
    expect(checkCoverage(aProject(project))).toEqual({ covered: 1, uncovered: 1, problems: [] });
  });
});

describe('a test that does not run is reported', () => {
  test.each([
    ['test.skip', passing.replace('test(', 'test.skip(')],
    ['it.skip', passing.replace('test(', 'it.skip(')],
    ['test.fixme', passing.replace('test(', 'test.fixme(')],
    ['test.fails', passing.replace('test(', 'test.fails(')],
    ['test.todo', "test.todo('the footer has links');"],
    ['test.skipIf', passing.replace('test(', 'test.skipIf(true)(')],
    ['test.runIf', passing.replace('test(', 'test.runIf(false)(')],
    ['test.skip.each', passing.replace('test(', 'test.skip.each([1])(')],
    ['{ skip: true }', passing.replace('async', '{ skip: true }, async')],
    ['test.skip() inside', inTest("test.skip();\n  expect(a).toBe('Contact Us')")],
    ['context.skip() inside', inTest("context.skip();\n  expect(a).toBe('Contact Us')")],
    ['describe.skip', `describe.skip('on phones', () => {\n${passing}\n});`],
    ['test.describe.skip', `test.describe.skip('on phones', () => {\n${passing}\n});`],
    ['describe.skipIf', `describe.skipIf(true)('on phones', () => {\n${passing}\n});`],
    ['test.skip() beside it', `test.skip(true, 'broken');\n${passing}`],
    ['no code', "test('the footer has links');"],
  ])('%s', (_, file) => {
    const said = problemsOf({ file });
    expect(said).toContain('test/footer.test.ts › the footer has links does not run: ');
  });
});

describe('a test that says nothing of the statement is reported', () => {
  test.each([
    ['at all', inTest("expect(footer).toHaveText('Donate')")],
    ['but in a comment', inTest('// Contact Us\n  expect(footer).toBeVisible()')],
    ['but as a part of a word', inTest("expect(a).toBe('Contact Usher')")],
    ['because another test does', `${passing.replace('links', 'more')}\n${inTest('check()')}`],
  ])('%s', (_, file) => {
    const said = problemsOf({ file });
    expect(said).toContain('no test that it names says `Contact Us`.');
  });

  test('not even in its title', () => {
    const said = problemsOf({
      statement: 'Something `in the title`',
      names: '`test/footer.test.ts › something in the title`',
      file: passing.replace('the footer has links', 'something in the title'),
    });
    expect(said).toContain('no test that it names says `in the title`.');
  });
});

describe('reported is', () => {
  const other = '`test/footer.test.ts › the footer has`';
  test.each<[string, Project, string]>([
    ['a test that does not exist', { names: other }, 'has no test "the footer has".'],
    ['a test that is commented out', { file: `/* ${passing} */` }, 'has no test "the footer'],
    [
      'a file that does not exist',
      { names: '`test/a.test.ts › b`' },
      'test/a.test.ts does not exist',
    ],
    ['a title that two tests have', { file: `${passing}\n${passing}` }, 'has several tests'],
    ['a file without a title', { names: '`test/footer.test.ts`' }, 'has no test ""'],
    ['a statement without a test', { names: 'by hand' }, 'names no test.'],
    ['a statement without words', { statement: 'The footer' }, 'has no words in backticks.'],
    ['a statement without a reason', { without: '| A page size | |' }, 'says no reason.'],
    [
      'a wrong count',
      { counts: '**3 statements**: 2 with a test, 1 without.' },
      'must say "**2 statements**: 1 with a test, 1 without."',
    ],
  ])('%s', (_, project, problem) => {
    const said = problemsOf(project);
    expect(said).toContain(problem);
  });
});

test('the script says what is wrong, and fails', () => {
  const cwd = aProject({ statement: 'The footer links `Donate`' });
  const { status, stdout } = spawnSync(process.execPath, [script], { cwd, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stdout).toContain('"The footer links `Donate`": no test that it names says `Donate`.');
  expect(stdout).toContain('1 statements with a test, 1 without, 1 problems.');
});
