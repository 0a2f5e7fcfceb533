import { describe, expect, test } from 'vitest';
import { testsOfChange } from '../../scripts/support/changed-tests.ts';

const of = (...changed: string[]) => testsOfChange('.', changed).tests;

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

test('a changed helper brings those that import it, also by another helper', () => {
  expect(of('test/support/deposits.ts')).toContain('test/giving/deposits.test.ts');
  expect(of('src/server/giving/deposits/commands.ts')).toContain(
    'test/giving/deposit-races.both.test.ts',
  );
  expect(of('scripts/support/changed-tests.ts')).toContain('test/scripts/changed-tests.test.ts');
});

describe('what no import says', () => {
  test.each([
    ['src/contract/giving/deposits.ts', 'test/platform/access.test.ts'],
    ['src/contract/giving/deposits.ts', 'test/giving/bad-input.test.ts'],
    ['src/server/vetting/causes/routes.ts', 'test/platform/injected-fields.test.ts'],
    ['migrations/0071_bank_account_approvals.sql', 'test/platform/migrations.both.test.ts'],
    ['migrations/0071_bank_account_approvals.sql', 'test/platform/generated-schema.test.ts'],
    ['src/web/admin/banking/bank-statements/import-modal.tsx', 'test/e2e/banking/bank.e2e.ts'],
    ['src/web/admin/spending/allocations/allocate-modal.tsx', 'test/e2e/spending/expenses.e2e.ts'],
    ['src/web/ui/notify.ts', 'test/e2e/site/pages.e2e.ts'],
    ['src/web/ui/notify.ts', 'test/e2e/site/main-job.e2e.ts'],
  ])('a change of %s brings %s', (file, brought) => {
    expect(of(file)).toContain(brought);
  });
});

test('what waits for the release is not chosen, and what has no test is named', () => {
  const { tests, without } = testsOfChange('.', [
    'test/start/kill.release.test.ts',
    'playwright.config.ts',
    'src/core/platform/money.ts',
    'README.md',
  ]);
  expect(tests).not.toContain('test/start/kill.release.test.ts');
  expect(without).toEqual(['playwright.config.ts']);
});
