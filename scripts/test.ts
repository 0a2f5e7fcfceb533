import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { hasPostgres } from '#test/support/postgres.ts';
import { findOrInstallChromium } from './find-chromium.ts';
import { type Outcome, releaseReport, releaseReportPath } from './support/release-report.ts';

/**
 * `npm test`: checks, unit tests, the API on the embedded database, what moves money or races on PostgreSQL too where
 * one answers, and the browser. `npm run test:release`: everything, on both databases and at full length, and a report
 * of it (`test/support/tier.ts`). The last line counts.
 */

const isRelease = process.argv.includes('--release');
if (isRelease) process.env.RELEASE = '1';
const startedAt = Date.now();
const reports = mkdtempSync(join(tmpdir(), 'everycent-reports-'));
const problems: string[] = [];

step('Check', () => run('node', ['scripts/check.ts']));
step('Build', () => run('node', ['scripts/build-when-stale.ts']));
const vitest = await testServer();
const playwright = testBrowser();
rmSync(reports, { recursive: true });

const passed = vitest.passed + playwright.passed;
const failures = [...vitest.failures, ...playwright.failures];
const failed = failures.length + problems.length;
// Once more at the end: whoever reads only the end of a long log sees what it was.
for (const failure of failures) process.stdout.write(`\n${failure}\n`);
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

/** What vitest's `json` reporter writes, as far as it is read here. */
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
      'No PostgreSQL answers (TEST_DATABASE_URL, else 127.0.0.1:5432): its tests are left out.';
    if (isRelease) problems.push(notice);
    else process.stdout.write(`${notice}\n`);
  }
  const projects = ['core', 'embedded', ...(isPostgresThere ? ['postgres'] : [])];
  const report = join(reports, 'vitest.json');
  step('Unit and API tests', () =>
    run('vitest', [
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]),
  );
  const results = readReport<VitestReport>(report);
  return {
    files: results?.testResults.length ?? 0,
    passed: results?.numPassedTests ?? 0,
    failures: (results?.testResults ?? []).flatMap(failuresOfFile),
  };
}

function testBrowser(): Outcome {
  const chromium = findOrInstallChromium();
  if (!chromium) {
    problems.push(
      "No Chromium: install one (`npx playwright install chromium`, or your system's package) or set CHROMIUM_PATH.",
    );
    return { files: 0, passed: 0, failures: [] };
  }
  const report = join(reports, 'playwright.json');
  step('Browser tests', () =>
    run('playwright', ['test', '--reporter=list,json'], {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    }),
  );
  const results = readReport<JSONReport>(report);
  return {
    files: results?.suites.length ?? 0,
    passed: results?.stats.expected ?? 0,
    failures: (results?.suites ?? []).flatMap(failuresOfSuite),
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

function failuresOfSuite({ file, specs, suites = [] }: JSONReportSuite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const errors = tests.flatMap((test) => test.results.flatMap((result) => result.errors));
      return describeFailure(file, title, errors.map(({ message }) => message).join('\n'));
    });
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

function describeFailure(file: string, name: string, said: string): string {
  return `${file} › ${name}\n${said.slice(0, 1_500)}`;
}

function step(name: string, work: () => boolean): void {
  process.stdout.write(`\n== ${name}\n`);
  if (!work()) problems.push(`Failed: ${name}`);
}

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return status === 0;
}

function readReport<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
