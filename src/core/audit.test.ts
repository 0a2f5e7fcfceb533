import { expect, test } from 'vitest';
import { describeAction, describeChanges } from '#core/audit.ts';

test('an action is said in words, also one that nobody has named yet', () => {
  expect(describeAction('cause.created')).toBe('Added a cause');
  expect(describeAction('login_link.sent_again')).toBe('Login link sent again');
});

test('amounts are dollars, flags yes or no, and ids say nothing', () => {
  const id = '01900000-0000-7000-8000-000000000000';
  const before = { amountCents: 4_000, isOpen: true, donation: id, status: 'pending', same: 1 };
  const after = {
    amountCents: 0,
    isOpen: false,
    refund: id,
    status: 'accepted',
    same: 1,
    amount: 5,
  };
  expect(describeChanges(before, after)).toEqual([
    { field: 'Amount', before: '$40.00', after: '$0.00' },
    { field: 'Is open', before: 'Yes', after: 'No' },
    { field: 'Status', before: 'pending', after: 'accepted' },
    { field: 'Amount', before: null, after: '$0.05' },
  ]);
});

test('what is new has no before, what is gone no after', () => {
  expect(describeChanges(null, { name: 'Food' })).toEqual([
    { field: 'Name', before: null, after: 'Food' },
  ]);
  expect(describeChanges({ name: 'Food' }, null)).toEqual([
    { field: 'Name', before: 'Food', after: null },
  ]);
  expect(describeChanges(null, null)).toEqual([]);
});

test('lists and objects can be read too', () => {
  expect(describeChanges({ causes: ['Food', 'Rent'] }, { causes: { a: 1 } })).toEqual([
    { field: 'Causes', before: 'Food, Rent', after: '{"a":1}' },
  ]);
});
