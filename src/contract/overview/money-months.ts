import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents } from '#contract/fields.ts';

/* What happened to the money in each month, for the charts of the dashboard. */

/** How many months, of which the last is this one; `all`: since the first donation. */
export const monthSpans = ['3', '12', '24', '36', 'all'] as const;
/** One of {@link monthSpans}. */
export type MonthSpan = (typeof monthSpans)[number];

/**
 * What happened to the money in a month of the charity's time zone, in cents. What was taken back counts against the
 * month in which it was taken back, so a month may be below 0, and all months together are what the totals say.
 */
export const moneyMonth = z.object({
  month: z.string().regex(/^\d{4}-\d\d$/),
  /** Donated. */
  given: balanceCents,
  /** Went back to donors. */
  returned: balanceCents,
  /** Allocated to needs, less what was released. */
  allocated: balanceCents,
  /** Spent, less expenses that were undone. */
  spent: balanceCents,
  /** Of what is spent: what everybody can check since this month. */
  proven: balanceCents,
});
export type MoneyMonth = z.infer<typeof moneyMonth>;

/** Giving, allocating, spending, and proving by month, the earliest first, without a gap. */
export const listMoneyMonths = endpoint('GET /api/money-months', {
  summary: 'Show giving, allocating, and proving by month',
  tag: 'Dashboard',
  access: 'lists.read',
  query: z.object({ span: z.enum(monthSpans).default('12') }),
  response: z.array(moneyMonth),
});
