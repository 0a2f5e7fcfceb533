import type { ResponseOf } from '#contract/endpoint.ts';
import type { getImpact } from '#contract/publishing/impact.ts';
import classes from '#web/styles/impact.module.css';
import { MoneyFlow } from '#web/site/publishing/money/money-flow.tsx';
import { MoneyTable } from '#web/site/publishing/money/money-table.tsx';

/** Where all money is, in all and by cause. */
export type Impact = ResponseOf<typeof getImpact>;

/** Where all money is, as a picture and as a table. */
export function TotalsTable({ impact }: { impact: Omit<Impact, 'causes'> }) {
  const { given, waiting, allocated, spent, returned, uncovered } = impact;
  const rows = [
    { name: 'Spent, with receipts', cents: spent },
    { name: 'Allocated to a need, not spent yet', cents: allocated },
    { name: 'Waiting for a need of its cause', cents: waiting },
    { name: 'Returned to donors', cents: returned },
    ...(uncovered > 0
      ? [{ name: 'Returned after it was allocated; other gifts cover it', cents: -uncovered }]
      : []),
  ];
  return (
    <div className={classes.flow}>
      <MoneyFlow
        title="Where all gifts are now"
        places={[
          { label: 'Spent', cents: spent, tone: 'spent' },
          { label: 'Allocated to a need', cents: allocated, tone: 'allocated' },
          { label: 'Waiting', cents: waiting, tone: 'waiting' },
          { label: 'Returned', cents: returned, tone: 'returned' },
        ]}
      />
      <MoneyTable
        label="Where all gifts are now"
        rows={rows}
        total={{ name: 'Given', cents: given }}
      />
    </div>
  );
}
