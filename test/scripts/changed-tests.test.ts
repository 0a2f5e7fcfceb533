import { expect, test } from 'vitest';
import { testsOfChange } from '../../scripts/support/changed-tests.ts';

const of = (...changed: string[]) => testsOfChange('.', changed);

test('the tests of the ledger and of spending run with every change', () => {
  expect(of()).toContain('test/ledger/ledger.both.test.ts');
  expect(of()).toContain('test/spending/allocations.test.ts');
  expect(of()).not.toContain('test/giving/deposits.test.ts');
});

test('a change of a feature brings the tests of its domain that call its endpoints, whatever part of it has changed', () => {
  for (const part of ['contract/giving/deposits.ts', 'server/giving/deposits/commands.ts']) {
    expect(of(`src/${part}`)).toContain('test/giving/deposits.test.ts');
  }
  expect(of('src/web/admin/giving/deposits/line-fields.tsx')).toContain(
    'test/e2e/giving/deposits.e2e.ts',
  );
  // Tests of another domain need a nomination, too, for what they are about.
  const ofNominations = of('src/server/vetting/nominations/queries.ts');
  expect(ofNominations).toContain('test/vetting/nominations.test.ts');
  expect(ofNominations).not.toContain('test/publishing/updates.test.ts');
});

test('a changed helper of tests brings those that import it', () => {
  expect(of('test/support/deposits.ts')).toContain('test/giving/deposits.test.ts');
});
