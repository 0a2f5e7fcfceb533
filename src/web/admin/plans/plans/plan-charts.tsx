import type { PlanFigures } from '#contract/plans/plans.ts';
import { formatCount } from '#core/platform/counts.ts';
import chartClasses from '#web/admin/shared/month-chart.module.css';
import { MonthChart, type MonthSeries } from '#web/admin/shared/month-chart.tsx';
import { monthColumns } from '#web/admin/shared/month-columns.tsx';

type PlanMonth = PlanFigures['months'][number];
type PlanSeries = MonthSeries<Exclude<keyof PlanMonth, 'month'>>;

const definitions: { title: string; text: string; series: PlanSeries[] }[] = [
  {
    title: 'New and Ended',
    text: 'One that somebody asked to stop counts at once, and not again when the payment provider confirms it.',
    series: [
      { of: 'started', name: 'New', look: 'spent' },
      { of: 'stoppedByDonor', name: 'Stopped by the donor', look: 'returned', stack: 'ended' },
      {
        of: 'endedByFailure',
        name: 'Ended after failed payments',
        look: 'waiting',
        stack: 'ended',
      },
      { of: 'endedOtherwise', name: 'Ended otherwise', look: 'open', stack: 'ended' },
    ],
  },
  {
    title: 'Recovered',
    text: 'Payments that had failed and succeeded in the end.',
    series: [{ of: 'recovered', name: 'Recovered', look: 'allocated' }],
  },
];

const charts = definitions.map((chart) => ({
  ...chart,
  columns: monthColumns(chart.series, formatCount),
}));

/** How many recurring donations began, ended, and recovered. */
export default function PlanCharts({ months }: { months: PlanMonth[] }) {
  return (
    <div className={chartClasses.charts}>
      {charts.map((chart) => (
        <MonthChart
          key={chart.title}
          {...chart}
          months={months}
          format={formatCount}
          axis={{ format: formatCount, width: 40 }}
        />
      ))}
    </div>
  );
}
