import { expect, test } from 'vitest';
import { describeFilter } from '#core/exports/export-lists.ts';

test('a filter in words names nobody, and the order of a list is no filter', () => {
  expect(describeFilter({ status: 'pending', order: 'newest' })).toBe('Status: pending');
  expect(describeFilter({ nominee: 'Ann' })).toBe('Nominee: (a text)');
  expect(describeFilter({ search: 'Ann' })).toBe('Search: (a text)');
  expect(describeFilter({ vettingState: 'asked' })).toBe('Check: asked');
  expect(describeFilter({ order: 'largest' })).toBe('');
});
