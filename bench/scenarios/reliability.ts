import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { hasPostgres } from '#test/support/postgres.ts';
import { readRecorded, recordNow } from '../../scripts/support/recorded-figures.ts';
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

export const description =
  'what full tests recorded for the reliability bars, and what scenarios measure, written to docs/reliability.md';

const project = resolve(import.meta.dirname, '../..');
const document = join(project, 'docs/reliability.md');

export async function run(names: string[]): Promise<void> {
  buildWeb();
  const measure = async (bars: string[], source: string, scenario: () => Promise<Reached[]>) => {
    if (names.length > 0 && !names.some((name) => source.includes(name))) return;
    try {
      const reached = await scenario();
      const found = bars.flatMap((bar, index) =>
        (reached[index] ?? []).map((figures) => ({ bar, ...figures })),
      );
      recordNow({ [source]: { bars: found, failed: [] } });
    } catch (error) {
      say(`${source} broke off: ${error instanceof Error ? error.stack : error}`);
      recordNow({ [source]: { bars: [], failed: [String(error)] } });
    }
    // What takes an hour must not be lost because a later part of it breaks.
    await writeFile(document, reliabilityDocument(readRecorded()));
  };

  await measure(['A12'], 'bench/scenarios/sign-in-timing.ts', async () => [
    await timeSignIn(['200']),
  ]);
  await measure(['O1'], 'bench/scenarios/kill.ts', async () => [await kill(['5'])]);
  // A little more than the minute that the bar speaks of, because the programs take a moment to start.
  await measure(['F3'], 'bench/scenarios/busy-form.ts', async () => [await sendDonors(['65'])]);
  await measure(['F3'], 'bench/scenarios/challenge-on-phone.ts', async () => [
    await solveOnPhone([]),
  ]);
  await measure(['U3', 'U4'], 'bench/scenarios/upload-memory.ts', async () => {
    const { U3, U4 } = await weighUploads();
    return [U3, U4];
  });
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
  await measure(['G9'], 'bench/scenarios/planted-faults.ts', async () => {
    const { planted, caught } = await plantFaults([]);
    return [[{ database: '', figures: { planted, caught } }]];
  });
  await measure(['A46'], 'package-lock.json', auditPackages);

  await writeFile(document, reliabilityDocument(readRecorded()));
  say(`\nWrote ${relative(project, document)}.`);
  const { failed, ...states } = statesOf(readRecorded());
  for (const [state, ids] of Object.entries(states))
    say(`${ids.length} ${state}: ${ids.join(', ')}`);
  for (const name of failed) say(`Failed: ${name}`);
  if (failed.length + states['not met'].length > 0) process.exitCode = 1;
}

/** What a scenario has found for one bar, on each database. */
type Reached = Figures[];

/** The known vulnerabilities of the packages in use, if the registry can be reached. */
async function auditPackages(): Promise<Reached[]> {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: project,
    encoding: 'utf8',
  });
  const { metadata } = JSON.parse(stdout || '{}') as {
    metadata?: { vulnerabilities: { high: number; critical: number } };
  };
  if (!metadata) throw new Error('The registry does not return the known vulnerabilities.');
  const { high, critical } = metadata.vulnerabilities;
  return [[{ database: '', figures: { 'known high or critical flaws': high + critical } }]];
}
