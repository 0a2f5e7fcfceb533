import { expect, test } from 'vitest';
import { stricterRules } from '#core/people/approvals.ts';

test('of two sets of rules, the stricter one of each counts', () => {
  const lax = {
    fourEyes: { isOn: false, spendingAboveCents: 100, refundAboveCents: 900 },
    vetting: { isChecklistRequired: false, reviewsAboveCents: null },
  };
  const strict = {
    fourEyes: { isOn: true, spendingAboveCents: 500, refundAboveCents: 200 },
    vetting: { isChecklistRequired: true, reviewsAboveCents: 0 },
  };
  const both = {
    fourEyes: { isOn: true, spendingAboveCents: 100, refundAboveCents: 200 },
    vetting: { isChecklistRequired: true, reviewsAboveCents: 0 },
  };
  expect(stricterRules(lax, strict)).toEqual(both);
  expect(stricterRules(strict, lax)).toEqual(both);
  expect(stricterRules(lax, lax)).toEqual(lax);
});
