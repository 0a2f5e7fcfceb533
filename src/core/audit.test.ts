import { expect, test } from 'vitest';
import { actionTexts, describeAction, describeChanges } from '#core/audit.ts';

test('an action is described in words, even one without a description yet', () => {
  expect(describeAction('cause.created')).toBe('Added a cause');
  expect(describeAction('login_link.sent_again')).toBe('Login link sent again');
});

test('every action has words of its own', () => {
  const texts = Object.values(actionTexts);
  expect(texts.filter((text) => !/^[A-Z][a-z]+ .*[^.]$/.test(text))).toEqual([]);
  expect(new Set(texts).size).toBe(texts.length);
});

test('a field whose name says too little is called what it is', () => {
  const after = {
    amountCents: 1,
    availableCents: 2,
    allocatedCents: 3,
    returnedCents: 4,
    taken: 5,
  };
  expect(describeChanges(null, after).map(({ field, after: text }) => [field, text])).toEqual([
    ['Amount', '$0.01'],
    ['Available from the donation', '$0.02'],
    ['Allocated to the nomination', '$0.03'],
    ['Returned', '$0.04'],
    ['Taken by the bank', '$0.05'],
  ]);
});

test('only what is money by its whole name becomes dollars', () => {
  const counts = { spent: 100, Centsible: 100, spentOn: 100, unspent: 100, amounts: 100 };
  expect(describeChanges(null, counts).map(({ field, after }) => [field, after])).toEqual([
    ['Spent', '$1.00'],
    ['Centsible', '100'],
    ['Spent on', '100'],
    ['Unspent', '100'],
    ['Amounts', '100'],
  ]);
});

test('amounts are shown in dollars, flags as yes or no, and ids are left out', () => {
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

test('only what is nothing but an id is left out', () => {
  const id = '01900000-0000-7000-8000-000000000000';
  const after = { id, start: `${id} and more`, end: `more and ${id}`, list: [id] };
  expect(describeChanges(null, after).map(({ field }) => field)).toEqual(['Start', 'End', 'List']);
});

test('an added field has no old value, a removed one no new value', () => {
  expect(describeChanges(null, { name: 'Food' })).toEqual([
    { field: 'Name', before: null, after: 'Food' },
  ]);
  expect(describeChanges({ name: 'Food' }, null)).toEqual([
    { field: 'Name', before: 'Food', after: null },
  ]);
  expect(describeChanges({ name: null }, { name: 'Food' })).toEqual([
    { field: 'Name', before: null, after: 'Food' },
  ]);
  expect(describeChanges(null, null)).toEqual([]);
});

test('lists and objects are readable, too', () => {
  expect(describeChanges({ causes: ['Food', 'Rent'] }, { causes: { a: 1 } })).toEqual([
    { field: 'Causes', before: 'Food, Rent', after: '{"a":1}' },
  ]);
});
