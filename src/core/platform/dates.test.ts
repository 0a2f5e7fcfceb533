import { describe, expect, test } from 'vitest';
import {
  formatDate,
  formatDay,
  formatMoment,
  formatStart,
  formatTime,
  isoDayOf,
  momentAt,
  startOfDay,
} from '#core/platform/dates.ts';
import { fc } from '#test/support/seed.ts';

describe('formatDate', () => {
  test('writes MM/dd/yyyy', () => {
    expect(formatDate('2026-11-20T23:00:00Z', 'UTC')).toBe('11/20/2026');
    expect(formatDate('2026-01-02T00:00:00.000Z', 'UTC')).toBe('01/02/2026');
  });

  test('shows the day in the given time zone', () => {
    expect(formatDate('2026-11-20T23:00:00Z', 'Europe/Berlin')).toBe('11/21/2026');
    expect(formatDate('2026-11-20T04:00:00Z', 'America/New_York')).toBe('11/19/2026');
  });

  test('has month, day, and year in order, for any day since 1600', () => {
    const moment = fc.date({
      min: new Date('1600-01-01T00:00:00Z'),
      max: new Date('2500-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, (date) => {
        const [year, month, day] = date.toISOString().slice(0, 10).split('-');
        expect(formatDate(date, 'UTC')).toBe(`${month}/${day}/${year}`);
        expect(formatDate(date.toISOString(), 'UTC')).toBe(`${month}/${day}/${year}`);
      }),
    );
  });

  test('rejects what is not a moment', () => {
    expect(() => formatDate('yesterday', 'UTC')).toThrow(RangeError);
  });
});

describe('formatMoment', () => {
  test('adds the time, with a normal space before AM and PM', () => {
    expect(formatMoment('2026-11-20T23:05:00Z', 'UTC')).toBe('11/20/2026, 11:05 PM');
    expect(formatMoment(new Date('2026-01-02T00:00:00Z'), 'UTC')).toBe('01/02/2026, 12:00 AM');
    expect(formatMoment('2026-11-20T23:05:00Z', 'Europe/Berlin')).toBe('11/21/2026, 12:05 AM');
  });

  test('rejects what is not a moment', () => {
    expect(() => formatMoment('yesterday', 'UTC')).toThrow(RangeError);
  });
});

describe('formatTime', () => {
  test('has hours and minutes, with a normal space before AM and PM', () => {
    expect(formatTime('2026-11-20T15:42:59Z', 'UTC')).toBe('3:42 PM');
    expect(formatTime(new Date('2026-11-20T00:05:00Z'), 'UTC')).toBe('12:05 AM');
  });

  test('is the time in the given time zone', () => {
    expect(formatTime('2026-11-20T15:42:00Z', 'America/New_York')).toBe('10:42 AM');
  });
});

test('a day is the same everywhere, and a beginning that stands as its midnight is a day', () => {
  expect(formatDay('2026-11-20')).toBe('11/20/2026');
  expect(() => formatDay('soon')).toThrow(RangeError);
  expect(formatStart('2026-11-20T00:00:00.000Z', 'America/New_York')).toBe('11/20/2026');
  expect(formatStart('2026-11-20T00:00:00.001Z', 'America/New_York')).toBe('11/19/2026');
});

test('the day of a moment is that of the given time zone', () => {
  expect(isoDayOf('2026-11-21T03:00:00Z', 'America/New_York')).toBe('2026-11-20');
  expect(isoDayOf('2026-11-21T03:00:00Z', 'UTC')).toBe('2026-11-21');
  expect(isoDayOf('2026-01-02T23:30:00Z', 'Europe/Berlin')).toBe('2026-01-03');
});

describe('startOfDay', () => {
  test('is midnight where the charity is, also where the clocks change on that day', () => {
    expect(startOfDay('2026-11-20', 'UTC')).toBe('2026-11-20T00:00:00.000Z');
    expect(startOfDay('2026-11-20', 'America/New_York')).toBe('2026-11-20T05:00:00.000Z');
    expect(startOfDay('2026-11-01', 'America/New_York')).toBe('2026-11-01T04:00:00.000Z');
    expect(startOfDay('2026-11-02', 'America/New_York')).toBe('2026-11-02T05:00:00.000Z');
    expect(startOfDay('2026-10-25', 'Europe/Berlin')).toBe('2026-10-24T22:00:00.000Z');
    expect(startOfDay('2026-11-20', 'Pacific/Kiritimati')).toBe('2026-11-19T10:00:00.000Z');
    // The clocks change on that day, between its midnight and that of UTC.
    expect(startOfDay('2026-09-27', 'Pacific/Auckland')).toBe('2026-09-26T12:00:00.000Z');
    expect(startOfDay('2026-04-05', 'Pacific/Auckland')).toBe('2026-04-04T11:00:00.000Z');
  });

  test('is null for a text that is no day', () => {
    for (const text of ['', 'never', '2026-13-01', '2026-11', '2026-11-20T00:00']) {
      expect(startOfDay(text, 'UTC')).toBeNull();
    }
  });

  test('is null in a year that nobody means', () => {
    for (const year of ['0000', '0026', '1899', '3000']) {
      expect(startOfDay(`${year}-03-14`, 'UTC')).toBeNull();
    }
    expect(startOfDay('1900-01-01', 'UTC')).toBe('1900-01-01T00:00:00.000Z');
    expect(startOfDay('2999-12-31', 'UTC')).toBe('2999-12-31T00:00:00.000Z');
  });

  test('is midnight by the clocks of any year', () => {
    expect(momentAt('0026-03-14', 0, 'UTC')).toBe('0026-03-14T00:00:00.000Z');
  });
});
