import type { DonorMailing } from '#contract/publishing/donor-mailings.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatMoment, formatTime } from '#web/admin/client/dates.ts';
import classes from '#web/admin/publishing/donor-mailings/donor-mailings.module.css';
import { isOpen } from '#web/admin/publishing/donor-mailings/is-open.ts';
import { StopAction } from '#web/admin/shared/stop-action.tsx';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';

export const donorMailingColumns: Columns<DonorMailing> = [
  { header: 'Date', accessorFn: ({ createdAt }) => formatMoment(createdAt) },
  {
    header: 'Email',
    meta: { onPhone: 'title' },
    cell: ({ row: { original } }) => (
      <details className={classes.mail}>
        <summary>{original.subject}</summary>
        <p>{original.text}</p>
      </details>
    ),
  },
  { header: 'Sent by', accessorFn: ({ author }) => author ?? 'A removed user' },
  { header: 'How Far', meta: { onPhone: 'below' }, accessorFn: describeProgress },
  {
    ...actionsHeading,
    cell: ({ row: { original } }) =>
      isOpen(original) && <StopAction id={original.id} label={`Stop ${original.subject}`} />,
  },
];

function describeProgress(mailing: DonorMailing): string {
  const { leavesAt, stoppedAt, total, sent, leftOut } = mailing;
  const of = `${formatCount(sent)} of ${formatCount(total)}`;
  if (stoppedAt !== null) {
    return sent === 0 ? 'Stopped before anybody got it' : `Stopped after ${of} donors got it`;
  }
  if (isOpen(mailing) && Date.parse(leavesAt) > Date.now()) {
    return `Leaves at ${formatTime(leavesAt)} to ${countOf(total, 'donor')}`;
  }
  if (isOpen(mailing)) return `Leaving: ${of} sent`;
  return leftOut === 0
    ? `Sent to ${of}`
    : `Sent to ${of}; ${leftOut} wanted no more updates by then, or could not get it`;
}
