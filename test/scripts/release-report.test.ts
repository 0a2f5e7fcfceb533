import { expect, test } from 'vitest';
import { describePart } from '../../scripts/support/release-report.ts';

test('the report of a release names what failed, with the first line of why', () => {
  const of = { file: 'test/a.test.ts', project: 'postgres', seconds: 1 };
  const tests = [
    { ...of, name: 'adds', state: 'passed' as const, error: '' },
    { ...of, name: 'the file itself', state: 'failed' as const, error: 'Error: It is on.\n  at a' },
    { ...of, name: 'waits', state: 'skipped' as const, error: '' },
  ];
  const [sentence, list] = describePart({ files: [of], tests }, ['Failed: core']).split('\n\n');
  expect(sentence).toMatch(/: 1 files, \*\*1 passed, 1 failed, 1 skipped\*\*\.$/);
  expect(list?.split('\n')).toEqual([
    '- Failed: test/a.test.ts (postgres) › the file itself: Error: It is on.',
    '- Failed: core',
    '- Skipped: test/a.test.ts (postgres) › waits',
  ]);
});
