import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPostgres } from '#test/support/postgres.ts';
import { findOrInstallChromium } from './find-chromium.ts';

/**
 * `npm test`: everything. Checks, unit tests, the API on the embedded database and on PostgreSQL where one
 * answers, and the browser. The last line counts.
 */

const startedAt = Date.now();
const reports = mkdtempSync(join(tmpdir(), 'everycent-reports-'));
const problems: string[] = [];

step('Check', () => run('node', ['scripts/check.ts']));
step('Build', () => run('node', ['scripts/build-when-stale.ts']));
const vitest = await testServer();
const playwright = testBrowser();
rmSync(reports, { recursive: true });

const passed = vitest.passed + playwright.passed;
const failed = vitest.failed + playwright.failed + problems.length;
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`\nIn ${Math.round((Date.now() - startedAt) / 1000)} seconds:\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

interface Counts {
  passed: number;
  failed: number;
}

async function testServer(): Promise<Counts> {
  const isPostgresThere = await hasPostgres();
  if (!isPostgresThere) {
    process.stdout.write(
      'No PostgreSQL answers (TEST_DATABASE_URL, else 127.0.0.1:5432): its tests are left out.\n',
    );
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
  const counts = readReport<{ numPassedTests: number; numFailedTests: number }>(report);
  return { passed: counts?.numPassedTests ?? 0, failed: counts?.numFailedTests ?? 0 };
}

function testBrowser(): Counts {
  const chromium = findOrInstallChromium();
  if (!chromium) {
    problems.push(
      "No Chromium: install one (`npx playwright install chromium`, or your system's package) or set CHROMIUM_PATH.",
    );
    return { passed: 0, failed: 0 };
  }
  const report = join(reports, 'playwright.json');
  step('Browser tests', () =>
    run('playwright', ['test', '--reporter=list,json'], {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    }),
  );
  const stats = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(
    report,
  )?.stats;
  return {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
  };
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
