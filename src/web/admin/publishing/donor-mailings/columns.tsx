import type { DonorMailing } from '#contract/publishing/donor-mailings.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatMoment, formatTime } from '#web/admin/client/dates.ts';
import classes from '#web/admin/publishing/donor-mailings/donor-mailings.module.css';
import { isOpen } from '#web/admin/publishing/donor-mailings/is-open.ts';
import { StopAction } from '#web/admin/shared/stop-action.tsx';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';

export const donorMailingColumns: Columns<DonorMailing> = [
  { header: 'Date', value: ({ createdAt }) => formatMoment(createdAt) },
  {
    header: 'Email',
    onPhone: 'title',
    show: ({ subject, text }) => (
      <details className={classes.mail}>
        <summary>{subject}</summary>
        <p>{text}</p>
      </details>
    ),
  },
  { header: 'Sent by', value: ({ author }) => author ?? 'A removed user' },
  { header: 'How Far', onPhone: 'below', value: describeProgress },
  {
    ...actionsHeading,
    show: (mailing) =>
      isOpen(mailing) && <StopAction id={mailing.id} label={`Stop ${mailing.subject}`} />,
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
