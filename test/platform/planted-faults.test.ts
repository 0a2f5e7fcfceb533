import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { faults } from '../../bench/support/faults.ts';

const project = resolve(import.meta.dirname, '../..');

// `npm run bench -- planted-faults` plants them and takes minutes; this only notices code that has moved away.
test.each(faults)('the fault "$name" still has its place', ({ file, from, to, tests }) => {
  expect(readFileSync(join(project, file), 'utf8').split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
  for (const name of tests) expect(existsSync(join(project, name)), name).toBe(true);
});
