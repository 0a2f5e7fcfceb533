import { expect, test } from 'vitest';
import { proposeMatches } from '#core/banking/bank-proposals.ts';

test.each([
  ['ONLINE TRANSFER 0815', 'Li', false],
  ['PAYMENT OF LI WEI', 'Li', true],
  ['Transfer An-Mei Ray', 'Ray', true],
  ['X-RAY CLINIC', 'ray', true],
  ['GIFT MÜLLER, ANA', 'Muller', true],
  ['PARTNERSHIP', 'Art', false],
  ['Lovelace,Ada', 'Ada Lovelace', false],
])('of what somebody paid, %s names %s as a whole word: %s', (says, hint, isNamed) => {
  const line = { id: 'a', accountId: 'bank', cents: 2_500, says, bookedOn: '2026-01-11' };
  const donation = { id: 'b', kind: 'donation' as const, day: '2026-01-10', openCents: 2_500 };
  const proposals = proposeMatches([line], [{ ...donation, hint, lineId: null }]);
  expect(proposals.size).toBe(isNamed ? 1 : 0);
});

test('only a donation that was entered from its line needs no name', () => {
  const line = { id: 'a', accountId: 'bank', cents: 2_500, says: 'Li', bookedOn: '2026-01-11' };
  const donation = { id: 'b', kind: 'donation' as const, day: '2026-01-10', openCents: 2_500 };
  const proposed = (lineId: string | null) =>
    proposeMatches([line], [{ ...donation, hint: 'Li', lineId }]).get('a')?.isByName;
  expect([proposed(null), proposed('a'), proposed('other')]).toEqual([true, false, undefined]);
});

test('what is expected once is proposed for one line only, the nearest', () => {
  const line = { accountId: 'bank', cents: -2_500, says: 'Miller Heating' };
  const lines = [
    { ...line, id: 'late', bookedOn: '2026-01-20' },
    { ...line, id: 'near', bookedOn: '2026-01-11' },
  ];
  const expense = { kind: 'expense' as const, day: '2026-01-10', openCents: -2_500, hint: '' };
  const once = proposeMatches(lines, [{ ...expense, id: 'one', lineId: null }]);
  expect([...once]).toEqual([['near', { kind: 'expense', id: 'one', isByName: false }]]);

  const twice = proposeMatches(lines, [
    { ...expense, id: 'one', lineId: null },
    { ...expense, id: 'other', day: '2026-01-12', lineId: null },
  ]);
  expect(new Set([...twice.values()].map(({ id }) => id))).toEqual(new Set(['one', 'other']));
});
