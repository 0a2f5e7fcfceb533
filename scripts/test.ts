import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { budgets } from '#test/budgets.ts';
import { counted } from '#test/support/count.ts';
import { postgresObstacle } from '#test/support/postgres.ts';
import prepareDataDir from '#test/support/prepared-data-dir.ts';
import { findOrInstallChromium } from './find-chromium.ts';
import { recordTests } from './support/recorded-figures.ts';
import { releaseReportPath, writeReleaseReport } from './support/release-report.ts';
import {
  describeDurations,
  type ReleasePart,
  readStage,
  releaseParts,
  reportsDir,
  type StageName,
  type StageResults,
} from './support/test-results.ts';

/**
 * `npm test`: checks, unit tests, the API on the embedded database, what may differ also on PostgreSQL if one is running,
 * and the browser, side by side. `npm run test:release`: everything, on both databases and at full length, with a report
 * (`test/support/tier.ts`), or the parts that are named behind it. The end of the output says where the time went, and the
 * last line whether it passed.
 */

const isRelease = process.argv.includes('--release');
if (isRelease) process.env.RELEASE = '1';
const named = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const chosen = releaseParts.filter(
  (name) => named.length === 0 || named.some((one) => one === name || name.startsWith(`${one}-`)),
);
if (chosen.length === 0) {
  process.stderr.write(`There are the parts ${releaseParts.join(', ')}.\n`);
  process.exit(1);
}
const startedAt = Date.now();
rmSync(reportsDir, { recursive: true, force: true });
mkdirSync(reportsDir, { recursive: true });
process.env.TEST_COUNTS = resolve(reportsDir);
// Workers, and the servers that tests start, load the same files.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled');
const problems: string[] = [];
const notices: string[] = [];
const seconds: Record<string, number> = {};
const nothing: StageResults = { files: [], tests: [] };

const removeDataDir = await prepareDataDir();
const postgres = await findPostgres();
const chromium = findOrInstallChromium();
const build = stage('build', 'node', ['scripts/build-when-stale.ts']);
// Servers, and what the browser shows, need the built web application.
const serverRun = build.then(testServer);
const [core, server, browser] = await Promise.all([
  chosen.includes('core') ? testWithVitest('core', ['core']) : nothing,
  serverRun,
  // Before a release, servers are killed and started hundreds of times: the browser would only take the time from them.
  (isRelease ? serverRun : build).then(() => testBrowser(chromium)),
  stage('check', 'node', ['scripts/check.ts']),
]);
await removeDataDir();
const all: StageResults = {
  files: [core, ...Object.values(server), browser].flatMap(({ files }) => files),
  tests: [core, ...Object.values(server), browser].flatMap(({ tests }) => tests),
};
if (!isRelease) problems.push(...outgrownBudgets());

// Repeated at the end, for readers who see only the end of a long log.
const failures = failuresOf(all);
for (const failure of failures) process.stdout.write(`\n${failure}\n`);
for (const { file, name, isFlaky } of all.tests) {
  if (isFlaky) process.stdout.write(`Passed only at the second try: ${file} › ${name}\n`);
}
for (const { file, project, name, state } of all.tests) {
  if (state === 'skipped') notices.push(`Skipped: ${file} (${project}) › ${name}`);
}
for (const line of [...notices, ...problems]) process.stdout.write(`${line}\n`);
const stages = Object.entries(seconds).map(([name, took]) => `${name} ${Math.round(took)}`);
process.stdout.write(`\n${describeDurations(all)}\nSeconds of each stage: ${stages.join(', ')}\n`);
process.stdout.write(`In ${Math.round((Date.now() - startedAt) / 1000)} seconds:\n`);
const passed = passedOf(all);
const failed = failures.length + problems.length;
process.stdout.write(`${passed} passed, ${failed} failed\n`);
if (isRelease) {
  const results: Partial<Record<StageName, StageResults>> = { core, ...server, browser };
  writeReleaseReport(Object.fromEntries(chosen.map((name) => [name, results[name]])), problems);
  recordTests(all.tests);
  process.stdout.write(`Written: ${releaseReportPath}\n`);
}
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** What this run did more often than `test/budgets.ts` allows. Says how often it did each. */
function outgrownBudgets(): string[] {
  const { applications, servers, axe, browserTests } = budgets.run;
  const rows: [what: string, times: number, most: number][] = [
    ['applications started', counted(reportsDir, 'applications'), applications],
    ['server processes started', counted(reportsDir, 'servers'), servers],
    ['looks of axe', counted(reportsDir, 'axe'), axe],
    ['browser tests', browser.tests.length, browserTests],
  ];
  const figures = rows.map(([what, times, most]) => `${what} ${times} of ${most}`);
  process.stdout.write(`\nBudgets: ${figures.join(', ')}\n`);
  return rows
    .filter(([, times, most]) => times > most)
    .map(([what, times, most]) => `${what}: ${times}, at most ${most} (test/budgets.ts)`);
}

/** The project that runs on PostgreSQL, if a server is there. */
async function findPostgres(): Promise<string[]> {
  const obstacle = await postgresObstacle();
  if (obstacle === null) return ['postgres'];
  const notice = `Nothing ran on PostgreSQL, at TEST_DATABASE_URL or 127.0.0.1:5432: ${obstacle}`;
  // Whoever names a server wants its tests.
  (isRelease || process.env.TEST_DATABASE_URL ? problems : notices).push(notice);
  return [];
}

/** The tests of the server: at once, or before a release in parts, one after the other. */
async function testServer(): Promise<Partial<Record<StageName, StageResults>>> {
  const projects = ['embedded', ...postgres];
  if (!isRelease) return { server: await testWithVitest('server', projects) };
  const parts = releaseParts.filter((name) => name.startsWith('server-'));
  const results: Partial<Record<ReleasePart, StageResults>> = {};
  for (const [index, name] of parts.entries()) {
    if (!chosen.includes(name)) continue;
    const shard = `--shard=${index + 1}/${parts.length}`;
    results[name] = await testWithVitest(name, projects, [shard]);
  }
  return results;
}

async function testWithVitest(
  name: StageName,
  projects: string[],
  more: string[] = [],
): Promise<StageResults> {
  const reporters = ['--reporter=default', '--reporter=./scripts/support/results-reporter.ts'];
  const args = ['run', ...projects.flatMap((one) => ['--project', one]), ...reporters, ...more];
  await stage(name, 'vitest', args, { TEST_RESULTS: join(reportsDir, `${name}.json`) });
  return readStage(name);
}

async function testBrowser(path: string | null): Promise<StageResults> {
  if (!chosen.includes('browser')) return nothing;
  if (!path) {
    problems.push(
      "There is no Chromium: install one (`npx playwright install chromium`, or your system's package), or set CHROMIUM_PATH.",
    );
  } else {
    await stage('browser', 'playwright', ['test', '--reporter=list,json'], {
      CHROMIUM_PATH: path,
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(reportsDir, 'browser.json'),
    });
  }
  return readStage('browser');
}

/** Runs a program whose lines are shown with the name of the stage, as others run beside it. */
async function stage(
  name: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<void> {
  const beganAt = Date.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => process.stdout.write(`${name}: ${line}\n`));
  }
  const [code] = await once(child, 'close');
  seconds[name] = (Date.now() - beganAt) / 1_000;
  if (code !== 0) problems.push(`Failed: ${name}`);
}

function failuresOf({ tests }: StageResults): string[] {
  return tests
    .filter(({ state }) => state === 'failed')
    .map(
      ({ file, project, name, error }) =>
        `${file} (${project}) › ${name}\n${error.slice(0, 1_500)}`,
    );
}

function passedOf({ tests }: StageResults): number {
  return tests.filter(({ state }) => state === 'passed').length;
}
