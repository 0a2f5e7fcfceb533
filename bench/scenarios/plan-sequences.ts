import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cleanUpLater } from '../support/clean-up.ts';
import { say } from '../support/report.ts';

export const description =
  'random lives of recurring donations at a Stripe that fails, and whether our books end as its own';

const project = resolve(import.meta.dirname, '../..');

interface Report {
  seed: number;
  sequences: number;
  steps: number;
  paid: number;
  withoutDonation: number;
  withTwo: number;
  differences: string[];
}

/** `-- plan-sequences [SEQUENCES] [DATABASE]`: so many of them, on the embedded database unless it is `postgres`. */
export async function run([sequences = '200', database = 'embedded']: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'everycent-sequences-'));
  cleanUpLater(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'report.json');
  const options = ['run', '--project', database, 'test/plans/plan-sequences.test.ts'];
  const { stdout, stderr } = spawnSync(join(project, 'node_modules/.bin/vitest'), options, {
    cwd: project,
    encoding: 'utf8',
    env: { SEED: String(randomInt(2 ** 31)), ...process.env, SEQUENCES: sequences, REPORT: path },
  });
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) {
    say(`${stdout}\n${stderr}`);
    process.exitCode = 1;
    return;
  }
  const report = JSON.parse(text) as Report;
  for (const difference of report.differences) say(`${difference}\n`);
  say(`Seed                              ${report.seed}`);
  say(`Sequences                         ${report.sequences}, of ${report.steps} steps`);
  say(`Differences                       ${report.differences.length}`);
  say(`Paid invoices                     ${report.paid}`);
  say(`Paid invoices without a donation  ${report.withoutDonation}`);
  say(`Paid invoices with two            ${report.withTwo}`);
  if (report.differences.length > 0) process.exitCode = 1;
}
