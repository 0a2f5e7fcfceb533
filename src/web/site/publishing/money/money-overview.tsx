import type { ComponentProps } from 'react';
import { MoneyFlow } from '#web/site/publishing/money/money-flow.tsx';
import classes from '#web/site/publishing/money/money-overview.module.css';
import { MoneyTable } from '#web/site/publishing/money/money-table.tsx';

interface MoneyOverviewProps
  extends Pick<ComponentProps<typeof MoneyFlow>, 'places'>,
    Pick<ComponentProps<typeof MoneyTable>, 'rows' | 'total'> {
  /** What the chart and the table show, in words. */
  title: string;
}

/** Where money is, as a chart and as a table. */
export function MoneyOverview({ title, places, rows, total }: MoneyOverviewProps) {
  return (
    <div className={`grid center ${classes.overview}`}>
      <MoneyFlow title={title} places={places} />
      <MoneyTable label={title} rows={rows} total={total} />
    </div>
  );
}
