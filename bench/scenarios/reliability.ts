import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { TaskMeta } from 'vitest';
import { hasPostgres } from '#test/support/postgres.ts';
import { cleanUpLater } from '../support/clean-up.ts';
import { Collection } from '../support/collection.ts';
import { reliabilityDocument, statesOf } from '../support/reliability-document.ts';
import { type Figures, say } from '../support/report.ts';
import { buildWeb } from '../support/web-build.ts';
import { run as backUp } from './backup.ts';
import { run as sendDonors } from './busy-form.ts';
import { run as solveOnPhone } from './challenge-on-phone.ts';
import { run as kill } from './kill.ts';
import { run as plantFaults } from './planted-faults.ts';
import { run as readInPublic } from './public-reads.ts';
import { run as timeSignIn } from './sign-in-timing.ts';
import { run as mailUpdate } from './update-mails.ts';
import { run as weighUploads } from './upload-memory.ts';

export const description = 'every reliability bar with its figures, written to docs/reliability.md';

const project = resolve(import.meta.dirname, '../..');
const document = join(project, 'docs/reliability.md');

export async function run(): Promise<void> {
  const collection = new Collection();
  const folder = await mkdtemp(join(tmpdir(), 'everycent-reliability-'));
  cleanUpLater(() => rm(folder, { recursive: true, force: true }));
  const env = { ...process.env, RELEASE: '1' };
  buildWeb();
  // What takes an hour must not be lost because one part of it breaks.
  const attempt = async (part: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      say(`${part} broke off: ${error instanceof Error ? error.stack : error}`);
      collection.failed.push(`${part}: ${error}`);
    }
  };
  const measure = (bars: string[], file: string, scenario: () => Promise<Reached[]>) =>
    attempt(file, async () => {
      const reached = await scenario();
      for (const [index, bar] of bars.entries()) {
        for (const { database, figures } of reached[index] ?? []) {
          collection.add(bar, { test: file, database, figures });
        }
      }
    });

  await attempt('bench/scenarios/planted-faults.ts', async () => {
    const { planted, caught } = await plantFaults([]);
    const figures = { planted, caught };
    collection.add('G9', { test: 'bench/support/faults.ts', database: '', figures });
  });
  await measure(['U3', 'U4'], 'bench/scenarios/upload-memory.ts', async () => {
    const { U3, U4 } = await weighUploads();
    return [U3, U4];
  });
  await measure(['A12'], 'bench/scenarios/sign-in-timing.ts', async () => [
    await timeSignIn(['200']),
  ]);
  await measure(['O1'], 'bench/scenarios/kill.ts', async () => [await kill(['5'])]);
  // A little more than the minute that the bar speaks of, because the programs take a moment to start.
  await measure(['F3'], 'bench/scenarios/busy-form.ts', async () => [await sendDonors(['65'])]);
  await measure(['F3'], 'bench/scenarios/challenge-on-phone.ts', async () => [
    await solveOnPhone([]),
  ]);
  await measure(['O4', 'O6'], 'bench/scenarios/backup.ts', async () => {
    const { backups, disasters } = await backUp([]);
    return [backups, disasters];
  });
  // A quarter of an hour, so on the database of most installations only.
  await measure(['E5'], 'bench/scenarios/update-mails.ts', async () => [
    await mailUpdate(['5000', 'embedded']),
  ]);
  // The bar is about PostgreSQL; filling a million donations into the embedded database takes much longer.
  const sizes = (await hasPostgres()) ? ['1000,1000000', 'postgres'] : ['1000,100000'];
  await measure(['O12'], 'bench/scenarios/public-reads.ts', async () => [
    await readInPublic(sizes),
  ]);
  await attempt('npm audit', async () => auditPackages(collection));
  // Those that hand in a time run one after the other.
  const tests = Object.groupBy(await filesHandingIn('{test,src}/**/*.test.ts'), ({ text }) =>
    /\b(?:milli)?seconds\b[^'\n]*':/.test(text) ? 'timed' : 'others',
  );
  for (const [group, workers] of [
    ['timed', ['--maxWorkers=1']],
    ['others', []],
  ] as const) {
    const files = tests[group]?.map(({ file }) => file) ?? [];
    const report = join(folder, `${group}.json`);
    await attempt(`The tests (${group})`, () =>
      runTests(collection, [...files, ...workers, `--outputFile.json=${report}`], report, env),
    );
  }
  await attempt('The browser tests', () =>
    runBrowserTests(collection, join(folder, 'playwright.json'), env),
  );

  await writeFile(document, reliabilityDocument(collection));
  say(`\nWrote ${relative(project, document)}.`);
  const { failed } = collection;
  const states = statesOf(collection);
  for (const [state, ids] of Object.entries(states))
    say(`${ids.length} ${state}: ${ids.join(', ')}`);
  for (const name of failed) say(`Failed: ${name}`);
  if (failed.length + states['not met'].length > 0) process.exitCode = 1;
}

/** What a scenario has found for one bar, on each database. */
type Reached = Figures[];

/** The test files of a kind that record figures. */
async function filesHandingIn(pattern: string): Promise<{ file: string; text: string }[]> {
  const files: { file: string; text: string }[] = [];
  for (const file of globSync(pattern, { cwd: project })) {
    const text = await readWithSupport(file);
    if (/(?<!function) recordFigures\(/.test(text)) files.push({ file, text });
  }
  return files;
}

/** What a test file says, and what the modules of the tests' support say that it calls. */
async function readWithSupport(file: string): Promise<string> {
  const text = await readFile(join(project, file), 'utf8');
  const imported = [...text.matchAll(/from '#(test\/support\/[\w-]+\.ts)'/g)];
  const texts = imported.map(([, path = '']) => readFile(join(project, path), 'utf8'));
  return [text, ...(await Promise.all(texts))].join('\n');
}

async function runTests(
  collection: Collection,
  options: string[],
  report: string,
  env: NodeJS.ProcessEnv,
) {
  const projects = ['core', 'embedded', ...((await hasPostgres()) ? ['postgres'] : [])];
  spawnSync(
    join(project, 'node_modules/.bin/vitest'),
    [
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      ...options,
      '--reporter=default',
      '--reporter=json',
    ],
    { cwd: project, stdio: 'inherit', env },
  );
  readEvidence(await readFile(report, 'utf8'), collection);
}

async function runBrowserTests(collection: Collection, report: string, env: NodeJS.ProcessEnv) {
  const files = (await filesHandingIn('test/e2e/**/*.e2e.ts')).map(({ file }) => file);
  spawnSync(
    join(project, 'node_modules/.bin/playwright'),
    ['test', ...files, '--reporter=list,json'],
    { cwd: project, stdio: 'inherit', env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  );
  const { suites } = JSON.parse(await readFile(report, 'utf8')) as { suites: BrowserSuite[] };
  for (const { file, specs } of suites) {
    const test = `test/e2e/${file}`;
    for (const { ok, title, tests } of specs) {
      if (!ok) collection.failed.push(`${test}: ${title}`);
      for (const { type, description } of tests.flatMap((one) => one.annotations)) {
        const figures = JSON.parse(description ?? '{}');
        collection.add(type, { test, database: '', figures });
      }
    }
  }
}

/** As Playwright writes it. */
interface BrowserSuite {
  file: string;
  specs: {
    title: string;
    ok: boolean;
    tests: { annotations: { type: string; description?: string }[] }[];
  }[];
}

/** The known vulnerabilities of the packages in use, if the registry can be reached. */
function auditPackages(collection: Collection): void {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: project,
    encoding: 'utf8',
  });
  const { metadata } = JSON.parse(stdout || '{}') as {
    metadata?: { vulnerabilities: { high: number; critical: number } };
  };
  if (!metadata) {
    say('The registry does not return the known vulnerabilities of the packages.');
    return;
  }
  const { high, critical } = metadata.vulnerabilities;
  const figures = { 'known high or critical flaws': high + critical };
  collection.add('A46', { test: 'package-lock.json', database: '', figures });
  if (high + critical > 0) collection.failed.push('npm audit --omit=dev');
}

function readEvidence(json: string, collection: Collection): void {
  const { testResults } = JSON.parse(json) as {
    testResults: {
      name: string;
      status: string;
      assertionResults: {
        fullName: string;
        status: string;
        meta: TaskMeta;
      }[];
    }[];
  };
  const { failed } = collection;
  for (const { name, status: fileStatus, assertionResults } of testResults) {
    const file = relative(project, name);
    if (fileStatus === 'failed' && assertionResults.every(({ status }) => status !== 'failed')) {
      failed.push(file);
    }
    for (const { fullName, status, meta } of assertionResults) {
      // What a failed test has counted counts, too.
      if (status === 'failed') failed.push(`${file}: ${fullName}`);
      for (const [bar, figures] of Object.entries(meta.figures?.bars ?? {})) {
        const database = meta.figures?.project ?? '';
        collection.add(bar, { test: file, database, figures });
      }
    }
  }
}
