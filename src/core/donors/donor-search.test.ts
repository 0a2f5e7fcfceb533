import { expect, test } from 'vitest';
import { readDonorSearch } from '#core/donors/donor-search.ts';

test.each([
  ['  ', { kind: 'everybody' }],
  ['$50', { kind: 'amount', cents: 5_000 }],
  ['1,234.5', { kind: 'amount', cents: 123_450 }],
  ['20', { kind: 'amount', cents: 2_000 }],
  ['3/4/2026', { kind: 'day', day: '2026-03-04' }],
  ['2026-03-14', { kind: 'day', day: '2026-03-14' }],
  ['019ab3c4-77de', { kind: 'reference', id: '019ab3c4-77de' }],
  ['pi_3Abc', { kind: 'reference', id: 'pi_3Abc' }],
  ['test_0a-1', { kind: 'reference', id: 'test_0a-1' }],
])('%j is about what it looks like', (text, search) => {
  expect(readDonorSearch(text)).toEqual(search);
});

test.each([
  // No donation is that large, no day is that late, and no id begins like that.
  ['5550100123', ['5550100123']],
  ['0', ['0']],
  ['2/30/2026', ['2/30/2026']],
  ['2026-02-30', ['2026-02-30']],
  ['3/14/0026', ['3/14/0026']],
  ['decadeed', ['decadeed']],
  ['  Ana  María\tLópez ', ['Ana', 'María', 'López']],
  ['smith@example', ['smith@example']],
])('%j is part of a name or an address', (text, words) => {
  expect(readDonorSearch(text)).toEqual({ kind: 'words', words });
});
