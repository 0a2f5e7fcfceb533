import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { MoneyMonth } from '#contract/operations/money-months.ts';
import { formatCents, formatRoughly } from '#core/money.ts';
import { formatMonth } from '#core/months.ts';
import classes from '#web/admin/operations/money-months/month-charts.module.css';
import { monthColumns, type Series } from '#web/admin/operations/money-months/month-columns.tsx';
import { PlainTable } from '#web/admin/ui/data-table.tsx';

interface ChartProps {
  title: string;
  /** What it counts, and what it leaves out. */
  text: string;
  series: Series[];
}

// The colors of the public charts: money that came in, went back, is allocated, and is spent.
const definitions: ChartProps[] = [
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

const charts = definitions.map((chart) => ({ ...chart, columns: monthColumns(chart.series) }));

/** A chart of each kind, each with its table. */
export default function MonthCharts({ months }: { months: MoneyMonth[] }) {
  return (
    <div className={classes.charts}>
      {charts.map((chart) => (
        <MonthChart key={chart.title} {...chart} months={months} />
      ))}
    </div>
  );
}

type Chart = (typeof charts)[number];

function MonthChart({ title, text, series, columns, months }: Chart & { months: MoneyMonth[] }) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  const sums = series.map(({ of, name }) => `${name} ${formatCents(sumOf(months, of))}`).join(', ');
  const period = describePeriod(months);
  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        <p className="soft">{text}</p>
        <p className={classes.sums}>{`${period}: ${sums}`}</p>
      </figcaption>
      {isTable ? (
        <PlainTable
          label={`${title} by month`}
          columns={columns}
          items={months.toReversed().map((month) => ({ ...month, id: month.month }))}
        />
      ) : (
        <>
          {series.length > 1 && (
            <ul className={classes.legend}>
              {series.map(({ of, name, look }) => (
                <li key={of} data-look={look}>
                  {name}
                </li>
              ))}
            </ul>
          )}
          <div
            className={classes.picture}
            role="img"
            aria-label={`Bar chart of ${period}: ${sums}. The table has each month.`}
          >
            <div aria-hidden="true">
              <Bars series={series} months={months} />
            </div>
          </div>
        </>
      )}
      <Button variant="default" size="sm" onClick={() => setTable(!isTable)}>
        {isTable ? 'Show as Chart' : 'Show as Table'}
      </Button>
    </figure>
  );
}

// Nothing moves, for those who asked for that, and because a chart that grows tells nothing more.
function Bars({ series, months }: Pick<ChartProps, 'series'> & { months: MoneyMonth[] }) {
  return (
    <ResponsiveContainer width="100%" height={220} initialDimension={{ width: 320, height: 220 }}>
      <BarChart data={months} accessibilityLayer={false} barGap={2} margin={{ top: 8, right: 8 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="month"
          tickFormatter={(month: string) => formatMonth(month, 'short')}
          tick={{ fill: 'var(--ink-soft)', fontSize: 13 }}
          stroke="var(--line-strong)"
          tickLine={false}
          minTickGap={16}
        />
        <YAxis
          // Room for the sign and a few digits.
          width={40 + 8 * formatRoughly(0).length}
          tickFormatter={formatRoughly}
          tick={{ fill: 'var(--ink-soft)', fontSize: 13 }}
          axisLine={false}
          tickLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--paper-sunk)' }}
          content={({ active, label }) => {
            const month = months.find(({ month }) => month === label);
            return active && month ? <Values month={month} series={series} /> : null;
          }}
        />
        {series.map(({ of, look }) => (
          <Bar
            key={of}
            dataKey={of}
            className={classes.bar ?? ''}
            data-look={look}
            isAnimationActive={false}
            maxBarSize={36}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

function Values({ month, series }: Pick<ChartProps, 'series'> & { month: MoneyMonth }) {
  return (
    <div className={classes.values}>
      <strong>{formatMonth(month.month)}</strong>
      {series.map(({ of, name }) => (
        <span key={of}>{`${name} ${formatCents(month[of])}`}</span>
      ))}
    </div>
  );
}

function describePeriod(months: MoneyMonth[]): string {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last || first === last) return formatMonth(last?.month ?? '');
  return `${formatMonth(first.month)} to ${formatMonth(last.month)}`;
}

function sumOf(months: MoneyMonth[], of: Series['of']): number {
  return months.reduce((sum, month) => sum + month[of], 0);
}
