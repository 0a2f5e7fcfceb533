import { expect, test } from 'vitest';
import {
  formatMonth,
  isoMonthOf,
  lastMonths,
  monthAfter,
  startOfMonth,
} from '#core/platform/months.ts';
import { fc } from '#test/support/seed.ts';

test('a month begins where the charity is', () => {
  expect(startOfMonth('2026-11', 'America/New_York')).toBe('2026-11-01T04:00:00.000Z');
  expect(startOfMonth('2026-12', 'America/New_York')).toBe('2026-12-01T05:00:00.000Z');
  expect(isoMonthOf('2026-12-01T04:59:59.999Z', 'America/New_York')).toBe('2026-11');
  expect(() => startOfMonth('soon', 'UTC')).toThrow(RangeError);
});

test('the last months end with this one, over the turn of the year', () => {
  expect(lastMonths('2026-01', 3)).toEqual(['2025-11', '2025-12', '2026-01']);
  expect(lastMonths('2026-01', 1)).toEqual(['2026-01']);
  expect(formatMonth('2026-01')).toBe('January 2026');
  expect(formatMonth('2026-01', 'short')).toBe('Jan 2026');
});

test('no moment is between two months, and none is in two', () => {
  const zone = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia');
  const day = fc.date({
    min: new Date('2000-01-02'),
    max: new Date('2099-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(zone, day, (timeZone, moment) => {
      const month = isoMonthOf(moment, timeZone);
      expect(startOfMonth(month, timeZone) <= moment.toISOString()).toBe(true);
      expect(moment.toISOString() < startOfMonth(monthAfter(month), timeZone)).toBe(true);
    }),
  );
});
