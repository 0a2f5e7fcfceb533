import { spawnSync } from 'node:child_process';
import type { FullRun } from './test-results.ts';

/** The results of some tests. */
export interface Outcome {
  /** How many ran; a test that ran on two databases counts twice. */
  files: number;
  passed: number;
  skipped: number;
  /** Each failed test: its file and name, and the beginning of its error. */
  failures: string[];
}

interface Run extends FullRun {
  parts: Record<string, Outcome>;
  /** What somebody should know, one sentence each. */
  notices: string[];
}

export const releaseReportPath = 'docs/test-release.md';

/** The report of `npm run test:release`, for everyone who wants to know when everything was last tested. */
export function releaseReport({ parts, problems, notices, commit, day }: Run): string {
  const rows = Object.entries(parts).map(
    ([name, { files, passed, failures, skipped }]) =>
      `| ${name} | ${files} | ${passed} | ${failures.length} | ${skipped} |`,
  );
  const failed = Object.values(parts).flatMap(({ failures }) =>
    failures.map((failure) => failure.slice(0, failure.indexOf('\n'))),
  );
  const wrong = [...failed, ...problems];
  return `# The last full test

Written by \`npm run test:release\` on ${day}, of commit ${commit}, with Node.js ${process.versions.node}.

${wrong.length === 0 ? 'Everything passed.' : `Not everything passed:\n\n${wrong.map((one) => `- ${one}\n`).join('')}`}

| | Files run | Tests passed | Tests failed | Tests skipped |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

A file that runs on both databases counts twice.
${notices.map((one) => `\n- ${one}`).join('')}
`;
}

/** Today as ISO date. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The commit that is checked out, and whether something of it was changed. */
export function commitNow(): string {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();
  const isChanged = git('status', '--porcelain') !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with uncommitted changes' : ''}`;
}
