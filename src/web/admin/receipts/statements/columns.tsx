import type { StatementMailing } from '#contract/receipts/statements.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { StopAction } from '#web/admin/shared/stop-action.tsx';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';

/* The columns of statements that were mailed. */

/** Whether some of it is still to be queued. */
export function isOpen({ stoppedAt, total, queued, leftOut }: StatementMailing): boolean {
  return stoppedAt === null && queued + leftOut < total;
}

/** A period as a list names it. */
export function describePeriod({ from, to }: Pick<StatementMailing, 'from' | 'to'>): string {
  return `${formatDay(from)} to ${formatDay(to)}`;
}

export const statementColumns: Columns<StatementMailing> = [
  { header: 'Date', value: ({ createdAt }) => formatMoment(createdAt) },
  { header: 'Period', onPhone: 'title', value: describePeriod },
  { header: 'How Far', onPhone: 'below', value: describeProgress },
  {
    ...actionsHeading,
    show: (line) =>
      isOpen(line) && (
        <StopAction id={line.id} label={`Stop the statements of ${describePeriod(line)}`} />
      ),
  },
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
