import type { MoneyMonth } from '#contract/operations/money-months.ts';
import { formatCents } from '#core/money.ts';
import { formatMonth } from '#core/months.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';

/** One of the amounts of each month, and how it looks in a chart. */
export interface Series {
  of: Exclude<keyof MoneyMonth, 'month'>;
  name: string;
  look: 'waiting' | 'returned' | 'allocated' | 'spent' | 'open';
}

/** The table of a chart. */
export function monthColumns(series: Series[]): Columns<MoneyMonth & { id: string }> {
  return [
    { header: 'Month', meta: { onPhone: 'title' }, accessorFn: ({ month }) => formatMonth(month) },
    ...series.map(({ of, name }): Columns<MoneyMonth & { id: string }>[number] => ({
      id: of,
      header: name,
      meta: { align: 'right', onPhone: 'labeled' },
      accessorFn: (month) => formatCents(month[of]),
    })),
  ];
}
