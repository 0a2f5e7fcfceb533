import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatMonth } from '#core/platform/months.ts';
import classes from '#web/admin/shared/month-chart.module.css';
import { type Columns, PlainTable } from '#web/admin/ui/data-table.tsx';

/** One of the values of each month, and how it looks in a chart. */
export interface MonthSeries<Name extends string> {
  of: Name;
  name: string;
  look: 'waiting' | 'returned' | 'allocated' | 'spent' | 'open';
  /** Series with the same one stand on each other. */
  stack?: string;
}

/** The values of a month, such as `2026-11`. */
export type MonthRow<Name extends string> = Record<Name, number> & { month: string };

interface MonthChartProps<Name extends string> {
  title: string;
  /** What it counts, and what it leaves out. */
  text: string;
  series: MonthSeries<Name>[];
  /** Those of its table: `monthColumns` of the same series. */
  columns: Columns<MonthRow<Name> & { id: string }>;
  /** The earliest first. */
  months: MonthRow<Name>[];
  format: (value: number) => string;
  axis: { format: (value: number) => string; width: number };
}

/** A chart of values by month, with its table. With the library that draws it, so it is loaded lazily. */
export function MonthChart<Name extends string>(props: MonthChartProps<Name>) {
  const { title, text, series, columns, months, format } = props;
  const [isTable, setTable] = useState(false);
  const id = useId();
  const sums = series.map(({ of, name }) => `${name} ${format(sumOf(months, of))}`).join(', ');
  const period = describePeriod(months);
  return (
    <figure className={`stack gap-3 start shrink ${classes.chart}`} aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        <p className="soft">{text}</p>
        <p className="strong numbers">{`${period}: ${sums}`}</p>
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
            <ul className={`list row gap-5 gap-y-1 small ${classes.legend}`}>
              {series.map(({ of, name, look }) => (
                <li key={of} data-look={look}>
                  {name}
                </li>
              ))}
            </ul>
          )}
          <div
            className="max-48 full shrink"
            role="img"
            aria-label={`Bar chart of ${period}: ${sums}. The table has each month.`}
          >
            <div aria-hidden="true">
              <Bars {...props} />
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
function Bars<Name extends string>({ series, months, format, axis }: MonthChartProps<Name>) {
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
          width={axis.width}
          tickFormatter={axis.format}
          allowDecimals={false}
          tick={{ fill: 'var(--ink-soft)', fontSize: 13 }}
          axisLine={false}
          tickLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--paper-sunk)' }}
          content={({ active, label }) => {
            const month = months.find(({ month }) => month === label);
            return active && month ? (
              <Values month={month} series={series} format={format} />
            ) : null;
          }}
        />
        {series.map(({ of, look, stack }) => (
          <Bar
            key={of}
            dataKey={of}
            {...(stack !== undefined && { stackId: stack })}
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

function Values<Name extends string>({
  month,
  series,
  format,
}: Pick<MonthChartProps<Name>, 'series' | 'format'> & { month: MonthRow<Name> }) {
  return (
    <div className={`stack small numbers gap-0 ${classes.values}`}>
      <strong>{formatMonth(month.month)}</strong>
      {series.map(({ of, name }) => (
        <span key={of}>{`${name} ${format(month[of])}`}</span>
      ))}
    </div>
  );
}

function describePeriod(months: { month: string }[]): string {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last || first === last) return formatMonth(last?.month ?? '');
  return `${formatMonth(first.month)} to ${formatMonth(last.month)}`;
}

function sumOf<Name extends string>(months: MonthRow<Name>[], of: Name): number {
  return months.reduce((sum, month) => sum + month[of], 0);
}
