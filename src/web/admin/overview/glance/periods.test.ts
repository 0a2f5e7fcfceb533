import { expect, test } from 'vitest';
import type { MoneyMonth } from '#contract/overview/money-months.ts';
import { lastMonths } from '#core/platform/months.ts';
import { flowsOf } from '#web/admin/overview/glance/periods.ts';

/** Each month with a cent of its own, so that a sum says which months are in it. */
const months = (until: string): MoneyMonth[] =>
  lastMonths(until, 24).map((month, place) => ({
    month,
    given: 2 ** place,
    returned: 0,
    allocated: 0,
    spent: 0,
    proven: 0,
  }));
const bits = (from: number, to: number) => 2 ** (to + 1) - 2 ** from;

test('this month and this year stand beside the whole last ones, at the end of a year and at its start', () => {
  const [december] = flowsOf(months('2026-12'));
  expect(december).toMatchObject({
    thisMonth: 2 ** 23,
    lastMonth: 2 ** 22,
    thisYear: bits(12, 23),
    lastYear: bits(0, 11),
  });
  const [january] = flowsOf(months('2027-01'));
  expect(january).toMatchObject({
    thisMonth: 2 ** 23,
    lastMonth: 2 ** 22,
    thisYear: 2 ** 23,
    lastYear: bits(11, 22),
  });
});
