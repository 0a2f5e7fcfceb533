import { formatMonth } from '#core/platform/months.ts';
import type { MonthRow, MonthSeries } from '#web/admin/shared/month-chart.tsx';
import { type Columns, figure } from '#web/admin/ui/data-table.tsx';

/** The table of a chart by month. */
export function monthColumns<Name extends string>(
  series: MonthSeries<Name>[],
  format: (value: number) => string,
): Columns<MonthRow<Name> & { id: string }> {
  return [
    { header: 'Month', onPhone: 'title', value: ({ month }) => formatMonth(month) },
    ...series.map(({ of, name }): Columns<MonthRow<Name> & { id: string }>[number] => ({
      header: name,
      ...figure,
      value: (month) => format(month[of]),
    })),
  ];
}
