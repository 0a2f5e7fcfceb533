import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { ReleasePart, StageResults, TestResult } from './test-results.ts';

export const releaseReportPath = 'docs/test-release.md';

const titles: Record<ReleasePart, string> = {
  core: 'Unit tests',
  'server-1': 'Tests of the server, part 1 of 4',
  'server-2': 'Tests of the server, part 2 of 4',
  'server-3': 'Tests of the server, part 3 of 4',
  'server-4': 'Tests of the server, part 4 of 4',
  browser: 'Browser tests',
};

/**
 * Writes what became of some parts into the report of `npm run test:release`. Those that did not run keep theirs.
 * `problems`: what went wrong besides failed tests, one sentence each.
 */
export function writeReleaseReport(
  parts: Partial<Record<ReleasePart, StageResults>>,
  problems: string[],
): void {
  const known = existsSync(releaseReportPath) ? readFileSync(releaseReportPath, 'utf8') : '';
  const sections = Object.entries(titles).map(([name, title]) => {
    const results = parts[name as ReleasePart];
    if (results) return `## ${title}\n\n${describePart(results, problems)}`;
    const [, , kept] = known.split(new RegExp(`^(## ${title}\n)`, 'm'));
    return `## ${title}\n${kept?.split(/^## /m)[0]?.trimEnd() ?? '\nNever run.'}`;
  });
  writeFileSync(
    releaseReportPath,
    `# The last full test\n\nWritten by \`npm run test:release\`, which also runs parts alone, such as \`npm run test:release -- browser\`, \`-- server\`, or \`-- server-2\`. A file that runs on both databases counts twice.\n\n${sections.join('\n\n')}\n`,
  );
}

/** What became of a part: how many tests passed, and which did not, each with the first line of what it said. */
export function describePart({ files, tests }: StageResults, problems: string[]): string {
  const those = (wanted: TestResult['state']) => tests.filter(({ state }) => state === wanted);
  const named = (word: string, list: TestResult[]) =>
    [
      ...Map.groupBy(list, ({ file, project, name, error }) =>
        [`${word}: ${file} (${project}) › ${name}`, ...error.split('\n', 1).filter(Boolean)].join(
          ': ',
        ),
      ),
    ].map(([name, { length }]) => `- ${name}${length > 1 ? ` (${length} times)` : ''}`);
  const [passed, failed, skipped] = [those('passed'), those('failed'), those('skipped')];
  const list = [
    ...named('Failed', failed),
    ...problems.map((one) => `- ${one}`),
    ...named('Skipped', skipped),
  ];
  return [
    `On ${today()}, of commit ${commitNow()}, with Node.js ${process.versions.node}: ${files.length} files, **${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped**.`,
    ...(list.length > 0 ? [list.join('\n')] : []),
  ].join('\n\n');
}

/** Today as ISO date. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The commit that is checked out, and whether something of it was changed. */
export function commitNow(): string {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();
  // What a run writes is no change of what it tests.
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs') !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with uncommitted changes' : ''}`;
}
