import { describe, expect, test } from 'vitest';
import { importWarnings } from '#core/imports/import-warnings.ts';

const usual = { import: 25_000, donation: 5_000 };
const nothing = { import: null, donation: null };
const today = '2026-11-28';
const inDollars = { unit: 100, hasIds: true, today };
const donations = (...all: [cents: number, id: string][]) =>
  all.map(([amountCents, externalId]) => ({ amountCents, externalId, receivedOn: '2026-03-05' }));

describe('warnings about a file', () => {
  test('none for what is usual, whatever is round or small', () => {
    const found = donations([5_000, 'A1'], [2_500, 'A2'], [11_200, 'A3'], [100_000, 'A4']);
    expect(importWarnings(found, usual, inDollars)).toEqual([]);
    expect(importWarnings([], usual, inDollars)).toEqual([]);
  });

  test('a sum above ten times the usual', () => {
    const ten = donations([50_000, 'A1'], [200_000, 'A2'], [1, 'A3'], [2, 'A4'], [3, 'A5']);
    expect(importWarnings(ten, usual, inDollars)).toHaveLength(1);
    expect(importWarnings(ten.slice(0, 2), { ...usual, donation: null }, inDollars)).toEqual([]);
    expect(importWarnings(ten, nothing, inDollars)).toEqual([]);
  });

  test('donations above ten times the usual', () => {
    const found = donations([55_500, 'A1'], [55_500, 'A2'], [55_500, 'A3']);
    expect(importWarnings(found, { import: null, donation: 5_000 }, inDollars)).toEqual([
      'At least half of the donations in the file are of $555.00 or more, and donations here are usually of about $50.00. Is the amount read from the right column, with the right decimal mark?',
    ]);
    expect(importWarnings(found, { import: null, donation: 5_550 }, inDollars)).toEqual([]);
  });

  test('amounts like the numbers of invoices', () => {
    const invoices = donations([1_133_100, 'A1'], [1_133_200, 'A2'], [1_133_300, 'A3']);
    expect(importWarnings(invoices, nothing, inDollars)).toHaveLength(1);
    expect(importWarnings(invoices.slice(0, 2), nothing, inDollars)).toEqual([]);
    const mixed = donations([1_133_100, 'A1'], [1_133_250, 'A2'], [1_133_000, 'A3'], [99_00, 'A4']);
    expect(importWarnings(mixed, nothing, inDollars)).toEqual([]);
    expect(importWarnings([...invoices, ...invoices], nothing, inDollars)).toEqual([]);
    // In a currency without decimals.
    const yen = donations([11_331, 'A1'], [11_332, 'A2'], [11_333, 'A3']);
    expect(importWarnings(yen, nothing, { unit: 1, hasIds: true, today })).toHaveLength(1);
  });

  test('a donation of another century', () => {
    const found = donations([5_000, 'A1'], [2_500, 'A2']).map((donation, place) => ({
      ...donation,
      receivedOn: place === 0 ? '2026-03-05' : '1926-03-05',
    }));
    expect(importWarnings(found, usual, inDollars)).toEqual([
      'The oldest donation in the file is from the year 1926, more than 40 years ago. Is the date read from the right column, and in the right century?',
    ]);
    expect(importWarnings(found, usual, { ...inDollars, today: '1966-12-31' })).toEqual([]);
  });

  test('IDs like amounts, if they are from the file', () => {
    const found = donations([5_000, '10.50'], [5_000, '€ 20,25'], [5_000, 'A3']);
    expect(importWarnings(found, nothing, inDollars)).toEqual([
      'The IDs look like amounts. Are they read from the right column?',
    ]);
    expect(importWarnings(found, nothing, { unit: 100, hasIds: false, today })).toEqual([]);
  });
});
