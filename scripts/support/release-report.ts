import { spawnSync } from 'node:child_process';

/** What came of some tests. */
export interface Outcome {
  /** Those that ran; one that ran on two databases counts twice. */
  files: number;
  passed: number;
  /** Each failed test: its file and name, and the beginning of what it said. */
  failures: string[];
}

interface Run {
  parts: Record<string, Outcome>;
  /** What else went wrong, each in a sentence. */
  problems: string[];
}

export const releaseReportPath = 'docs/test-release.md';

/** What `npm run test:release` leaves for those who want to know when everything was last tried. */
export function releaseReport({ parts, problems }: Run): string {
  const rows = Object.entries(parts).map(
    ([name, { files, passed, failures }]) =>
      `| ${name} | ${files} | ${passed} | ${failures.length} |`,
  );
  const failed = Object.values(parts).flatMap(({ failures }) =>
    failures.map((failure) => failure.slice(0, failure.indexOf('\n'))),
  );
  const wrong = [...failed, ...problems];
  return `# The last full test

Written by \`npm run test:release\` on ${new Date().toISOString().slice(0, 10)}, of commit ${commit()}, with Node.js ${process.versions.node}.

${wrong.length === 0 ? 'Everything passed.' : `Not everything passed:\n\n${wrong.map((one) => `- ${one}\n`).join('')}`}

| | Files run | Tests passed | Tests failed |
| --- | --- | --- | --- |
${rows.join('\n')}

A file that runs on both databases counts twice.
`;
}

function commit(): string {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();
  const isChanged = git('status', '--porcelain') !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes that are not committed' : ''}`;
}
