import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { TaskMeta } from 'vitest';
import { hasPostgres } from '#test/support/postgres.ts';
import { bars } from '../support/bars.ts';
import { cleanUpLater } from '../support/clean-up.ts';
import { say } from '../support/report.ts';
import { buildWeb } from '../support/web-build.ts';
import { run as kill } from './kill.ts';
import { run as plantFaults } from './planted-faults.ts';
import { run as timeSignIn } from './sign-in-timing.ts';
import { run as weighUploads } from './upload-memory.ts';

export const description = 'every reliability bar with its figures, written to docs/reliability.md';

const project = resolve(import.meta.dirname, '../..');
const document = join(project, 'docs/reliability.md');

/** The upper limits of measured figures; the tests check their own. */
const limits: Record<string, number> = {
  'MB more with four uploads at once': 300,
  'MB more of the server during 200 MB of video': 50,
  'milliseconds between the medians': 10,
};

/** What one test recorded for a bar. */
interface Evidence {
  test: string;
  database: string;
  figures: Record<string, number>;
}

/** What every bar has so far, and what has failed. */
class Collection {
  readonly evidence = new Map<string, Evidence[]>();
  readonly failed: string[] = [];

  /** Figures with the same name add up over the cases of a test file. */
  add(bar: string, { test, database, figures }: Evidence): void {
    const list = this.evidence.get(bar) ?? [];
    this.evidence.set(bar, list);
    const known = list.find((one) => one.test === test && one.database === database);
    if (!known) list.push({ test, database, figures: { ...figures } });
    for (const [name, value] of Object.entries(known ? figures : {})) {
      if (known) known.figures[name] = (known.figures[name] ?? 0) + value;
    }
  }
}

export async function run(): Promise<void> {
  const collection = new Collection();
  const { evidence, failed } = collection;
  const folder = await mkdtemp(join(tmpdir(), 'everycent-reliability-'));
  cleanUpLater(() => rm(folder, { recursive: true, force: true }));
  const env = { ...process.env, RELEASE: '1' };
  buildWeb();
  await runTests(collection, join(folder, 'vitest.json'), env);
  await runBrowserTests(collection, join(folder, 'playwright.json'), env);
  auditPackages(collection);
  const { U3, U4 } = await weighUploads();
  const weighing = 'bench/scenarios/upload-memory.ts';
  const scenarios = {
    U3: { file: weighing, reached: U3 },
    U4: { file: weighing, reached: U4 },
    A12: { file: 'bench/scenarios/sign-in-timing.ts', reached: await timeSignIn(['200']) },
    O1: { file: 'bench/scenarios/kill.ts', reached: await kill(['5']) },
  };
  for (const [bar, { file, reached }] of Object.entries(scenarios)) {
    for (const { database, figures } of reached) {
      collection.add(bar, { test: file, database, figures });
      for (const [name, figure] of Object.entries(figures)) {
        const most = limits[name] ?? Infinity;
        if (figure > most) failed.push(`${file}: ${name}, at most ${most} (${database})`);
      }
    }
  }
  const { planted, caught } = await plantFaults([]);
  if (caught < planted) failed.push('bench/support/faults.ts: a planted fault was missed');
  const figures = { planted, caught };
  collection.add('G9', { test: 'bench/support/faults.ts', database: '', figures });

  const missing = Object.values(bars)
    .flat()
    .filter(({ id }) => !evidence.has(id))
    .map(({ id }) => id);
  await writeFile(document, report(evidence, failed, missing));
  say(`\nWrote ${relative(project, document)}.`);
  if (missing.length > 0) say(`No figure for ${missing.join(', ')}.`);
  for (const name of failed) say(`Failed: ${name}`);
  if (failed.length + missing.length > 0) process.exitCode = 1;
}

/** The test files of a kind that record figures. */
async function filesHandingIn(pattern: string): Promise<string[]> {
  const files: string[] = [];
  for (const file of globSync(pattern, { cwd: project })) {
    const text = await readFile(join(project, file), 'utf8');
    if (text.includes(' recordFigures(')) files.push(file);
  }
  return files;
}

async function runTests(collection: Collection, report: string, env: NodeJS.ProcessEnv) {
  const projects = ['core', 'embedded', ...((await hasPostgres()) ? ['postgres'] : [])];
  spawnSync(
    join(project, 'node_modules/.bin/vitest'),
    [
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      ...(await filesHandingIn('{test,src}/**/*.test.ts')),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { cwd: project, stdio: 'inherit', env },
  );
  readEvidence(await readFile(report, 'utf8'), collection);
}

async function runBrowserTests(collection: Collection, report: string, env: NodeJS.ProcessEnv) {
  spawnSync(
    join(project, 'node_modules/.bin/playwright'),
    ['test', ...(await filesHandingIn('test/e2e/**/*.e2e.ts')), '--reporter=list,json'],
    { cwd: project, stdio: 'inherit', env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  );
  const { suites } = JSON.parse(await readFile(report, 'utf8')) as { suites: BrowserSuite[] };
  for (const { file, specs } of suites) {
    const test = `test/e2e/${file}`;
    for (const { ok, title, tests } of specs) {
      if (!ok) collection.failed.push(`${test}: ${title}`);
      for (const { type, description } of ok ? tests.flatMap((one) => one.annotations) : []) {
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
      if (status === 'failed') failed.push(`${file}: ${fullName}`);
      if (status !== 'passed') continue;
      for (const [bar, figures] of Object.entries(meta.figures?.bars ?? {})) {
        const database = meta.figures?.project ?? '';
        collection.add(bar, { test: file, database, figures });
      }
    }
  }
}

function report(evidence: Map<string, Evidence[]>, failed: string[], missing: string[]): string {
  const sections = Object.entries(bars).map(([title, list]) => {
    const rows = list.map(
      ({ id, asks }) => `| ${id} | ${asks} | ${cell(evidence.get(id) ?? [])} |`,
    );
    return `## ${title}\n\n| Bar | What has to hold | Shown by |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  const verdict =
    failed.length + missing.length === 0
      ? 'Every bar is met.'
      : [
          ...(missing.length > 0 ? [`Without a figure: ${missing.join(', ')}.`] : []),
          ...(failed.length > 0 ? [`Failed: ${failed.join('; ')}.`] : []),
        ].join(' ');
  return `# Reliability, in figures

Written by \`npm run bench:reliability\` on ${new Date().toISOString().slice(0, 10)}. Every figure comes from a test that passed in that run; none is typed in by hand.

${verdict}

${sections.join('\n')}`;
}

/** Tests with the same figures on both databases share a line. */
function cell(evidence: Evidence[]): string {
  const lines = new Map<string, Set<string>>();
  for (const { test, database, figures } of evidence) {
    const text = Object.entries(figures).map(
      ([name, value]) => `${name} **${value.toLocaleString('en-US')}**`,
    );
    const line = `${text.join(', ')} (\`${test}\`)`;
    lines.set(line, (lines.get(line) ?? new Set()).add(database));
  }
  return (
    [...lines]
      .map(([line, databases]) => {
        const where = [...databases].filter((name) => name === 'embedded' || name === 'postgres');
        return where.length === 1 ? `${line}, ${where[0]}` : line;
      })
      .join('<br>') || 'nothing yet'
  );
}
