import { expect, test } from 'vitest';
import type { CauseId } from '#contract/ids.ts';
import type { Desk } from '#contract/overview/desk.ts';
import { sortedTasks } from '#web/admin/overview/desk/tasks.ts';

const nothing: Desk = {
  nominations: null,
  answers: null,
  reviews: null,
  appeals: null,
  consents: null,
  money: null,
  proof: null,
  approvals: null,
  volunteers: null,
  hours: null,
  deposits: null,
  bankLines: null,
  mail: null,
  payments: null,
  failures: null,
  plans: null,
  claims: null,
  comments: null,
};
const since = (day: number) => `2026-01-0${day}T12:00:00.000Z`;
const names = (desk: Partial<Desk>) => sortedTasks({ ...nothing, ...desk }).map(({ name }) => name);

test('what is most urgent comes first, of that the oldest, and last what nobody knows the age of', () => {
  const cause = { id: '00000000-0000-7000-8000-000000000000' as CauseId, name: 'Heating' };
  expect(
    names({
      comments: { count: 2, oldestAt: since(1) },
      money: [{ cause, amount: 5_000, oldestAt: since(2), needs: 1, missingAmount: 0 }],
      consents: 1,
      nominations: { count: 3, oldestAt: since(3) },
      appeals: { count: 1, oldestAt: since(2) },
      mail: { count: 1, oldestAt: since(5) },
      payments: { count: 1, oldestAt: since(4) },
      volunteers: { count: 0, oldestAt: null },
    }),
  ).toEqual([
    '1 payment not booked',
    '1 email',
    '1 appeal',
    '3 nominations',
    '1 consent',
    '2 public comments',
    '$50.00 for Heating',
  ]);
});
