const day = 24 * 3_600_000;

/** How many daily and how many weekly backups to keep. */
const kept = { days: 7, weeks: 4 };

/**
 * Which of the backups made at these moments (milliseconds since 1970) to keep: the newest of each of the last
 * seven days that have one, and the newest of each of the last four such weeks. Days and weeks are in UTC and are
 * counted from the newest backup, not from today: a site that was off for a month loses none.
 */
export function backupsToKeep(moments: number[]): Set<number> {
  const newestFirst = [...moments].sort((one, other) => other - one);
  const firstOfEach = (length: number, offset: number, count: number) => {
    const periods = new Map<number, number>();
    for (const moment of newestFirst) {
      const period = Math.floor((moment + offset) / length);
      if (!periods.has(period)) periods.set(period, moment);
    }
    return [...periods.values()].slice(0, count);
  };
  // 1 January 1970 was a Thursday; weeks start on Monday.
  return new Set([...firstOfEach(day, 0, kept.days), ...firstOfEach(7 * day, 3 * day, kept.weeks)]);
}
