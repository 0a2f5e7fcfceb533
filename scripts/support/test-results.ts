import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';

/** Where each stage of the tests leaves its report, kept until the next run. */
export const reportsDir = 'test-reports';

/**
 * The parts of a full test that can be run one by one, as all of the server takes more than an hour; vitest chooses the
 * files of each.
 */
export const releaseParts = [
  'core',
  'server-1',
  'server-2',
  'server-3',
  'server-4',
  'browser',
] as const;
export type ReleasePart = (typeof releaseParts)[number];
export type StageName = ReleasePart | 'server';

/** What became of a test, in vitest or in the browser. */
export interface TestResult {
  file: string;
  /** Where it ran: a project of vitest, or "browser". */
  project: string;
  name: string;
  state: 'passed' | 'failed' | 'skipped';
  seconds: number;
  /** It failed first and passed when it was tried again. */
  isFlaky?: true;
  /** What was said about its failure. */
  error: string;
  /** What it recorded for reliability bars (`test/support/figures.ts`). */
  figures?: Record<string, Record<string, number>>;
}

/** The results of a stage. Errors outside of tests are failed "tests" with the name of what failed. */
export interface StageResults {
  files: { file: string; project: string; seconds: number }[];
  tests: TestResult[];
}

type Figures = NonNullable<TestResult['figures']>;

/** Figures with the same name add up, over the calls and cases of a test. */
export function addFigures(sum: Figures, added: Figures): Figures {
  const total = { ...sum };
  for (const [bar, figures] of Object.entries(added)) {
    const known = { ...total[bar] };
    for (const [name, value] of Object.entries(figures)) known[name] = (known[name] ?? 0) + value;
    total[bar] = known;
  }
  return total;
}

/** What a stage reported, which is nothing if it ended early. */
export function readStage(name: StageName): StageResults {
  const path = join(reportsDir, `${name}.json`);
  if (!existsSync(path)) return { files: [], tests: [] };
  const report = JSON.parse(readFileSync(path, 'utf8'));
  return name === 'browser' ? resultsOf(report) : report;
}

/** From the report of Playwright's `json` reporter. */
function resultsOf({ suites }: JSONReport): StageResults {
  const tests = suites.flatMap(testsOf);
  const files = [...Map.groupBy(tests, ({ file }) => file)].map(([file, ofFile]) => ({
    file,
    project: 'browser',
    seconds: ofFile.reduce((sum, { seconds }) => sum + seconds, 0),
  }));
  return { files, tests };
}

function testsOf({ file, specs, suites = [] }: JSONReportSuite): TestResult[] {
  const own = specs.map(({ title, ok, tests }): TestResult => {
    const results = tests.flatMap((each) => each.results);
    return {
      file: `test/e2e/${file}`,
      project: 'browser',
      name: title,
      state: !ok
        ? 'failed'
        : tests.some(({ status }) => status === 'skipped')
          ? 'skipped'
          : 'passed',
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1_000,
      ...(tests.some(({ status }) => status === 'flaky') && { isFlaky: true }),
      error: results
        .flatMap(({ errors }) => errors)
        .map(({ message }) => message)
        .join('\n'),
      figures: tests
        .flatMap(({ annotations }) => annotations)
        .filter(({ type }) => type === 'figures')
        .reduce((sum, { description = '{}' }) => addFigures(sum, JSON.parse(description)), {}),
    };
  });
  return [...own, ...suites.flatMap(testsOf)];
}

/** Where the time went: seconds by project, and the slowest files and tests. */
export function describeDurations({ files, tests }: StageResults): string {
  const byProject = [...Map.groupBy(files, ({ project }) => project)].map(
    ([project, ofProject]) => ({
      name: `${project}, ${ofProject.length} files`,
      seconds: ofProject.reduce((sum, { seconds }) => sum + seconds, 0),
    }),
  );
  const name = ({ file, project }: { file: string; project: string }) => `${file} (${project})`;
  const slowest = <One extends { seconds: number }>(all: One[], most: number) =>
    all.toSorted((a, b) => b.seconds - a.seconds).slice(0, most);
  return [
    table('Seconds of all workers', byProject),
    table(
      'Slowest files',
      slowest(files, 30).map((one) => ({ name: name(one), seconds: one.seconds })),
    ),
    table(
      'Slowest tests',
      slowest(tests, 20).map((one) => ({
        name: `${name(one)} › ${one.name}`,
        seconds: one.seconds,
      })),
    ),
  ].join('\n');
}

function table(title: string, rows: { name: string; seconds: number }[]): string {
  const lines = rows.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${name}`);
  return `${title}:\n${lines.join('\n')}\n`;
}
