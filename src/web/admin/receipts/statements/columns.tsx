import { Button } from '@mantine/core';
import type { StatementMailing } from '#contract/receipts/statements.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

/** Whether some of it is still to be queued. */
export function isOpen({ stoppedAt, total, queued, leftOut }: StatementMailing): boolean {
  return stoppedAt === null && queued + leftOut < total;
}

/** A period as a list names it. */
export function describePeriod({ from, to }: Pick<StatementMailing, 'from' | 'to'>): string {
  return `${formatDay(from)} to ${formatDay(to)}`;
}

export const statementColumns: Columns<StatementMailing> = [
  { header: 'Date', accessorFn: ({ createdAt }) => formatMoment(createdAt) },
  { header: 'Period', meta: { onPhone: 'title' }, accessorFn: describePeriod },
  { header: 'How Far', meta: { onPhone: 'below' }, accessorFn: describeProgress },
  { ...actionsHeading, cell: ({ row }) => <StatementActions mailing={row.original} /> },
];

function describeProgress(mailing: StatementMailing): string {
  const { stoppedAt, total, queued, leftOut } = mailing;
  const of = `${formatCount(queued)} of ${formatCount(total)}`;
  if (stoppedAt !== null) return `Stopped after ${of}`;
  if (isOpen(mailing)) return `Leaving: ${of}`;
  return leftOut === 0
    ? `Emailed to ${countOf(total, 'donor')}`
    : `Emailed to ${of}; the others had nothing left to tell of by then`;
}

function StatementActions({ mailing }: { mailing: StatementMailing }) {
  const stop = useModal('stop');
  if (!isOpen(mailing)) return null;
  return (
    <RowActions>
      <Button
        size="sm"
        variant="default"
        aria-label={`Stop the statements of ${describePeriod(mailing)}`}
        onClick={() => stop.open(mailing.id)}
      >
        Stop
      </Button>
    </RowActions>
  );
}
