import { expect, test } from 'vitest';
import { currencyInTitle, findColumn, plainTitles } from '#core/platform/find-column.ts';

const patterns = [/^amount$/, /amount/];

test.each([
  [['Date', 'Amount', 'Net_Amount'], 1],
  [['Net amount', 'Fee'], 0],
  [['Net amount', 'Gross amount'], null],
  [['Amount', 'AMOUNT', 'Gross amount'], null],
  [['Date'], null],
])('of %j, %s is the amount', (titles, place) => {
  expect(findColumn(plainTitles(titles), patterns)).toBe(place);
});

test('a column that holds something else is none', () => {
  expect(findColumn(['amount', 'gross amount'], patterns, [0, null])).toBe(1);
});

test.each([
  ['Amount (GBP)', 'GBP'],
  ['Betrag in EUR', 'EUR'],
  ['Amount CHF', 'CHF'],
  ['Amount', null],
  ['Amount (net)', null],
  // A word in capitals is no currency of Albania.
  ['TOTAL OF ALL', null],
])('%s names %s', (title, currency) => {
  expect(currencyInTitle(title)).toBe(currency);
});
