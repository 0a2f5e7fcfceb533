import { countOf, formatCount } from '#core/platform/counts.ts';

/* Time that volunteers work is whole minutes. It is never money: nothing computes what it is worth. */

/** The most that one person can work on one day, in minutes. */
export const mostMinutesOfDay = 24 * 60;

/** Minutes in words: `describeTime(150)` is `"2 hours 30 minutes"`, and `describeTime(60)` is `"1 hour"`. */
export function describeTime(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [
    ...(hours > 0 ? [countOf(hours, 'hour')] : []),
    ...(rest > 0 || hours === 0 ? [countOf(rest, 'minute')] : []),
  ];
  return parts.join(' ');
}

/** The same where there is little room: `describeTimeBriefly(150)` is `"2 h 30 min"`. */
export function describeTimeBriefly(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [
    ...(hours > 0 ? [`${formatCount(hours)} h`] : []),
    ...(rest > 0 || hours === 0 ? [`${rest} min`] : []),
  ];
  return parts.join(' ');
}

/** Time and people together: `describeWork({ minutes: 150, people: 2 })` is `"2 hours 30 minutes by 2 volunteers"`. */
export function describeWork({ minutes, people }: { minutes: number; people: number }): string {
  return `${describeTime(minutes)} by ${people === 1 ? 'one volunteer' : countOf(people, 'volunteer')}`;
}
