import { expect, test } from 'vitest';
import { backupsToKeep } from '#core/operations/backup-retention.ts';
import { fc } from '#test/support/seed.ts';

const day = 24 * 3_600_000;
const dates = (moments: Set<number>) =>
  [...moments].map((moment) => new Date(moment).toISOString().slice(0, 10)).sort();

test('of three months of daily backups, seven days and four weeks are kept', () => {
  const last = Date.parse('2026-11-21T03:17:00Z');
  const moments = Array.from({ length: 90 }, (_, index) => last - index * day);
  expect(dates(backupsToKeep(moments))).toEqual([
    // The Sundays of the last weeks, then the last seven days.
    ...['2026-11-01', '2026-11-08'],
    ...['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'],
    '2026-11-21',
  ]);
});

test('of several on one day, the newest is kept', () => {
  const morning = Date.parse('2026-11-21T03:17:00Z');
  expect(backupsToKeep([morning, morning + 3_600_000, morning + 60_000])).toEqual(
    new Set([morning + 3_600_000]),
  );
});

test('the newest is always kept, never more than eleven, and pruning again removes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 4e12 }), { minLength: 1 }), (moments) => {
      const stays = backupsToKeep(moments);
      expect(stays.has(Math.max(...moments))).toBe(true);
      expect(stays.size).toBeLessThanOrEqual(11);
      expect(backupsToKeep([...stays])).toEqual(stays);
    }),
  );
});
