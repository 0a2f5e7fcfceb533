import type Stripe from 'stripe';

const monthsOf: Record<string, number> = { month: 1, year: 12 };
const secondsOf: Record<string, number> = { day: 86_400, week: 7 * 86_400 };

/**
 * When the nth period begins, counted from the anchor: a plan of 31 January is charged on 28 February, and on 31
 * March again. Stripe counts in UTC.
 */
export function periodStart(
  anchor: number,
  { interval, interval_count }: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>,
  n: number,
): number {
  const seconds = secondsOf[interval];
  if (seconds !== undefined) return anchor + seconds * interval_count * n;
  const start = new Date(anchor * 1000);
  const month = start.getUTCMonth() + (monthsOf[interval] ?? 1) * interval_count * n;
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(start.getUTCFullYear(), month, Math.min(start.getUTCDate(), lastDay));
  return (midnight + (start.getTime() % 86_400_000)) / 1000;
}
