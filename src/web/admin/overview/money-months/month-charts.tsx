import type { MoneyMonth } from '#contract/overview/money-months.ts';
import { formatCents, formatRoughly } from '#core/platform/money.ts';
import chartClasses from '#web/admin/shared/month-chart.module.css';
import { MonthChart, type MonthSeries } from '#web/admin/shared/month-chart.tsx';
import { monthColumns } from '#web/admin/shared/month-columns.tsx';

type MoneySeries = MonthSeries<Exclude<keyof MoneyMonth, 'month'>>;

// The colors of the public charts: money that came in, went back, is allocated, and is spent.
const definitions: { title: string; text: string; series: MoneySeries[] }[] = [
  {
    title: 'Giving',
    text: 'What donors gave, and what went back to them.',
    series: [
      { of: 'given', name: 'Given', look: 'waiting' },
      { of: 'returned', name: 'Returned', look: 'returned' },
    ],
  },
  {
    title: 'Allocating',
    text: 'What needs were allocated, less what was released again.',
    series: [{ of: 'allocated', name: 'Allocated', look: 'allocated' }],
  },
  {
    title: 'Proving',
    text: 'What was spent, less expenses that were undone, and how much of it became public with its proof in each month.',
    series: [
      { of: 'spent', name: 'Spent', look: 'open' },
      { of: 'proven', name: 'Proven', look: 'spent' },
    ],
  },
];

const charts = definitions.map((chart) => ({
  ...chart,
  columns: monthColumns(chart.series, formatCents),
}));

/** A chart of each kind, each with its table. */
export default function MonthCharts({ months }: { months: MoneyMonth[] }) {
  return (
    <div className={`above-5 ${chartClasses.charts}`}>
      {charts.map((chart) => (
        <MonthChart
          key={chart.title}
          {...chart}
          months={months}
          format={formatCents}
          // Room for the sign and a few digits.
          axis={{ format: formatRoughly, width: 40 + 8 * formatRoughly(0).length }}
        />
      ))}
    </div>
  );
}
