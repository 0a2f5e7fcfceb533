import type { MoneyMonth } from '#contract/overview/money-months.ts';
import { sumCents } from '#core/platform/money.ts';

/* What moved this month and this year, beside the last ones. */

type Moved = Exclude<keyof MoneyMonth, 'month' | 'proven'>;

/** A kind of move, and how much of it there was in each period, in cents. */
export interface Flow {
  id: Moved;
  name: string;
  thisMonth: number;
  lastMonth: number;
  thisYear: number;
  lastYear: number;
}

const names: Record<Moved, string> = {
  given: 'Given',
  returned: 'Went back',
  allocated: 'Allocated',
  spent: 'Spent',
};

/** The moves of the months up to this one, of which the last is this month, and which begin before this year does. */
export function flowsOf(months: MoneyMonth[]): Flow[] {
  const year = Number(months.at(-1)?.month.slice(0, 4));
  const sum = (of: Moved, which: MoneyMonth[]) => sumCents(which.map((month) => month[of]));
  const inYear = (wanted: number) => months.filter(({ month }) => month.startsWith(`${wanted}-`));
  return (Object.keys(names) as Moved[]).map((id) => ({
    id,
    name: names[id],
    thisMonth: sum(id, months.slice(-1)),
    lastMonth: sum(id, months.slice(-2, -1)),
    thisYear: sum(id, inYear(year)),
    lastYear: sum(id, inYear(year - 1)),
  }));
}
