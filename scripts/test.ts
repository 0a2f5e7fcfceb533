import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { hasPostgres } from '#test/support/postgres.ts';
import { findOrInstallChromium } from './find-chromium.ts';
import { type Outcome, releaseReport, releaseReportPath } from './support/release-report.ts';
import type { StrayError } from './support/stray-errors-reporter.ts';

/**
 * `npm test`: checks, unit tests, the API on the embedded database, what moves money or races also on PostgreSQL
 * if one is running, and the browser. `npm run test:release`: everything, on both databases and at full length,
 * with a report (`test/support/tier.ts`). The last line says whether it passed.
 */

const isRelease = process.argv.includes('--release');
if (isRelease) process.env.RELEASE = '1';
const startedAt = Date.now();
const reports = mkdtempSync(join(tmpdir(), 'everycent-reports-'));
const problems: string[] = [];

await step('Check', () => run('node', ['scripts/check.ts']));
await step('Build', () => run('node', ['scripts/build-when-stale.ts']));
const chromium = findOrInstallChromium();
const vitest = await testServer();
const playwright = await testBrowser(chromium);
rmSync(reports, { recursive: true });

const passed = vitest.passed + playwright.passed;
const failures = [...vitest.failures, ...playwright.failures];
const failed = failures.length + problems.length;
// Repeated at the end, for readers who see only the end of a long log.
for (const failure of failures) process.stdout.write(`\n${failure}\n`);
for (const name of playwright.flaky)
  process.stdout.write(`Passed only at the second try: ${name}\n`);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`\nIn ${Math.round((Date.now() - startedAt) / 1000)} seconds:\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
if (isRelease) {
  writeFileSync(
    releaseReportPath,
    releaseReport({
      parts: { 'Unit and API tests': vitest, 'Browser tests': playwright },
      problems,
    }),
  );
  process.stdout.write(`Written: ${releaseReportPath}\n`);
}
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** The part of the output of vitest's `json` reporter that is used here. */
interface VitestReport {
  numPassedTests: number;
  testResults: VitestFile[];
}

interface VitestFile {
  name: string;
  /** What kept the file from running at all. */
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
}

async function testServer(): Promise<Outcome> {
  const isPostgresThere = await hasPostgres();
  if (!isPostgresThere) {
    const notice =
      'There is no PostgreSQL server at TEST_DATABASE_URL or 127.0.0.1:5432: its tests are skipped.';
    if (isRelease) problems.push(notice);
    else process.stdout.write(`${notice}\n`);
  }
  const projects = ['core', 'embedded', ...(isPostgresThere ? ['postgres'] : [])];
  const report = join(reports, 'vitest.json');
  const strayErrors = join(reports, 'stray-errors.json');
  await step('Unit and API tests', () =>
    run(
      'vitest',
      [
        'run',
        ...projects.flatMap((name) => ['--project', name]),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        '--reporter=./scripts/support/stray-errors-reporter.ts',
      ],
      { STRAY_ERRORS: strayErrors },
    ),
  );
  const results = readReport<VitestReport>(report);
  return {
    files: results?.testResults.length ?? 0,
    passed: results?.numPassedTests ?? 0,
    failures: [
      ...(results?.testResults ?? []).flatMap(failuresOfFile),
      ...(readReport<StrayError[]>(strayErrors) ?? []).map(failureOutsideTests),
    ],
  };
}

/** Also names the tests that failed once. */
async function testBrowser(chromium: string | null): Promise<Outcome & { flaky: string[] }> {
  if (!chromium) {
    problems.push(
      "There is no Chromium: install one (`npx playwright install chromium`, or your system's package), or set CHROMIUM_PATH.",
    );
    return { files: 0, passed: 0, failures: [], flaky: [] };
  }
  const report = join(reports, 'playwright.json');
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  await step('Browser tests', () => run('playwright', ['test', '--reporter=list,json'], env));
  const results = readReport<JSONReport>(report);
  return {
    files: results?.suites.length ?? 0,
    passed: (results?.stats.expected ?? 0) + (results?.stats.flaky ?? 0),
    failures: (results?.suites ?? []).flatMap(failuresOfSuite),
    flaky: (results?.suites ?? []).flatMap(flakyOfSuite),
  };
}

function failuresOfFile({ name, message, assertionResults }: VitestFile): string[] {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  return [
    ...(message === '' ? [] : [describeFailure(file, 'the file itself', message)]),
    ...failed.map(({ fullName, failureMessages }) =>
      describeFailure(file, fullName, failureMessages.join('\n')),
    ),
  ];
}

function failureOutsideTests({ group, message }: StrayError): string {
  return group
    ? describeFailure(group.file, `${group.name}, its cleanup`, message)
    : describeFailure('Somewhere', 'an error that nobody caught', message);
}

function failuresOfSuite({ file, specs, suites = [] }: JSONReportSuite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const errors = tests.flatMap((test) => test.results.flatMap((result) => result.errors));
      return describeFailure(file, title, errors.map(({ message }) => message).join('\n'));
    });
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

function flakyOfSuite({ file, specs, suites = [] }: JSONReportSuite): string[] {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ title }) => `${file} › ${title}`);
  return [...own, ...suites.flatMap(flakyOfSuite)];
}

function describeFailure(file: string, name: string, said: string): string {
  return `${file} › ${name}\n${said.slice(0, 1_500)}`;
}

async function step(name: string, work: () => Promise<boolean>): Promise<void> {
  process.stdout.write(`\n== ${name}\n`);
  if (!(await work())) problems.push(`Failed: ${name}`);
}

async function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [code] = await once(child, 'close');
  return code === 0;
}

function readReport<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
